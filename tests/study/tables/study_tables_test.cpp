// Each table of a small study holds the rows that its rule names.
#include "study/tables/study_tables.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <utility>

#include "result/run_result.hpp"
#include "study/sample_study.hpp"

namespace heddle::study {
namespace {

using Row = std::vector<std::string>;
using testing::Contains;
using testing::HasSubstr;

// The sample study with runs of two searches: `costs` of both, the cheaper one is the error's.
Grid with_parallel_runs(const std::vector<std::pair<int, int>>& costs) {
  Runs runs = sample_runs();
  std::vector<ConfigurationRow> configurations = sample_configurations();
  configurations.push_back({"two", "search=prss:jobs=2"});
  for (const auto& [first, second] : costs) {
    add_runs(runs, "elevator", "two", {first > 0 || second > 0 ? 1 : -1});
    result::RunResult result;
    result.member = second > 0 && (first < 0 || second < first) ? 1 : 0;
    for (const int cost : {first, second}) {
      result::MemberResult& member = result.members.emplace_back();
      member.states = static_cast<std::uint64_t>(std::abs(cost));
      member.executions = member.states / 10;
    }
    runs.back().json = to_json(result);
  }
  return Grid(runs, configurations, Measure::states);
}

TEST(StudyTables, EveryRowIsAsLongAsTheHeader) {
  const Grid grid = with_parallel_runs({{100, 200}});
  for (const TableKind& kind : table_kinds()) {
    const Table table = kind.make(grid);
    EXPECT_FALSE(table.title.empty()) << kind.name;
    EXPECT_FALSE(table.rows.empty()) << kind.name;
    for (const Row& row : table.rows) EXPECT_EQ(row.size(), table.columns.size()) << kind.name;
  }
}

TEST(StudyTables, OfAnEmptyStudyHaveNoRows) {
  const Grid grid({}, {}, Measure::states);
  for (const TableKind& kind : table_kinds())
    EXPECT_TRUE(kind.make(grid).rows.empty()) << kind.name;
}

TEST(StudyTables, SummaryHasEveryCell) {
  const Table table = summary_table(sample_grid());
  EXPECT_EQ(table.rows.size(), 12U);
  EXPECT_THAT(table.rows, Contains(Row{"daisy", "(5, random, 0.9)", "4", "55", "22", "88", "46.7",
                                       "50 %", "15-85 %", "55"}));
  EXPECT_THAT(table.rows, Contains(Row{"elevator", "(5, random, 0.9)", "2", "-", "-", "-", "-",
                                       "0 %", "0-66 %", "-"}));
}

TEST(StudyTables, BestSetsDefaultExistingAndBestSideBySide) {
  const Table table = best_table(sample_grid());
  EXPECT_THAT(table.rows, Contains(Row{"daisy", "default", "default order", "282", "282", "282",
                                       "0", "100 %"}));
  EXPECT_THAT(table.rows, Contains(Row{"daisy", "best existing", "random order", "200", "100",
                                       "300", "100", "100 %"}));
  EXPECT_THAT(table.rows, Contains(Row{"daisy", "best", "(20, fixed, 1-d/20)", "100", "90", "110",
                                       "14.1", "100 %"}));
  EXPECT_THAT(table.rows, Contains(Row{"daisy", "best of half", "(5, random, 0.9)", "55", "22",
                                       "88", "46.7", "50 %"}));
}

TEST(StudyTables, ExtremesCompareAllTechniques) {
  Runs runs;
  add_runs(runs, "daisy", "random order", {15, 200});
  add_runs(runs, "daisy", "(20, random, 0.9)", {20, 30});
  const Grid grid(runs, sample_configurations(), Measure::states);
  const Table table = extremes_table(grid);
  EXPECT_EQ(table.rows[0][2], "random order");
  EXPECT_EQ(table.rows[1][2], "random order");
  EXPECT_EQ(table.rows[2][2], "(20, random, 0.9)");
}

TEST(StudyTables, ExtremesNameTheLeastSuccessful) {
  EXPECT_THAT(
      extremes_table(sample_grid()).rows,
      Contains(Row{"daisy", "least found", "(5, fixed, 1-d/20)", "-", "-", "-", "-", "0 %"}));
}

TEST(StudyTables, AcrossSetsConfigurationsSideBySide) {
  const Table table = across_table(sample_grid());
  ASSERT_EQ(table.rows.size(), 2U);
  EXPECT_EQ(table.rows[0], (Row{"daisy", "282 (282-282)", "200 (100-300)", "55 (22-88), 2 of 4",
                                "108 (102-114)", "-", "100 (90-110)"}));
}

TEST(StudyTables, AcrossIsTransposedForManyConfigurations) {
  Runs runs;
  std::vector<ConfigurationRow> configurations;
  for (int i = 0; i < 13; ++i) {
    configurations.push_back({"c" + std::to_string(i), "search=dfs"});
    add_runs(runs, "daisy", configurations.back().name, {i + 1});
  }
  const Table table = across_table(Grid(runs, configurations, Measure::states));
  ASSERT_EQ(table.rows.size(), 13U);
  EXPECT_EQ(table.columns[1].name, "daisy");
  EXPECT_EQ(table.rows[12], (Row{"c12", "13"}));
}

TEST(StudyTables, WithinCountsErrorsAndAddsCosts) {
  Runs runs;
  add_runs(runs, "daisy", "default order", {5});
  add_runs(runs, "daisy", "random order", {3, 40});
  add_runs(runs, "elevator", "default order", {-100});
  add_runs(runs, "elevator", "random order", {25, -60});
  const Grid grid(runs, sample_configurations(), Measure::states);
  const Table table = within_table(grid);
  EXPECT_EQ(table.columns[2].name, "random order");
  std::vector<Row> rows;
  for (const Row& row : table.rows) rows.push_back({row[0], row[1], row[2]});
  EXPECT_THAT(rows, testing::ElementsAre(Row{"1", "0", "0"}, Row{"3", "0", "0.5"},
                                         Row{"10", "1", "0.5"}, Row{"30", "1", "1"},
                                         Row{"100", "1", "1.5"}, Row{"all", "105", "64"}));
}

TEST(StudyTables, KindsCountEachErrorByItsKind) {
  Runs runs;
  add_runs(runs, "daisy", "random order", {10, 20, 60, -50});
  runs[2].kind = "deadlock";
  const Grid grid(runs, sample_configurations(), Measure::states);
  EXPECT_THAT(kinds_table(grid).rows,
              testing::ElementsAre(
                  Row{"daisy", "random order", "assertion", "2", "50 %", "15", "10", "20"},
                  Row{"daisy", "random order", "deadlock", "1", "25 %", "60", "60", "60"}));
}

TEST(StudyTables, RecommendedTellsItsGain) {
  const Table table = recommended_table(sample_grid());
  EXPECT_THAT(table.title, HasSubstr("(H, random, 0.9)"));
  EXPECT_THAT(table.rows, Contains(Row{"daisy", "recommended", "(20, random, 0.9)", "108", "102",
                                       "114", "6", "100 %", "1.85"}));
}

TEST(StudyTables, ThresholdTellsDepthAndShare) {
  EXPECT_THAT(threshold_table(sample_grid()).rows,
              testing::ElementsAre(Row{"daisy", "5", "55", "46.7", "5", "4.24", "50 %"},
                                   Row{"daisy", "20", "108", "6", "10.3", "0.577", "100 %"},
                                   Row{"elevator", "5", "-", "-", "-", "-", "0 %"},
                                   Row{"elevator", "20", "280", "14.1", "28", "1.41", "100 %"}));
}

TEST(StudyTables, MatrixHasRatiosAcross) {
  const Table table = matrix_table(sample_grid());
  ASSERT_EQ(table.columns.size(), 5U);
  EXPECT_EQ(table.columns[3].name, "0.9");
  EXPECT_EQ(table.columns[4].name, "1-d/20");
  EXPECT_THAT(table.rows, Contains(Row{"daisy", "random", "5", "55 (50 %)", ""}));
  EXPECT_THAT(table.rows, Contains(Row{"daisy", "fixed", "5", "", "- (0 %)"}));
}

TEST(StudyTables, DensityIsTheShare) {
  EXPECT_THAT(density_table(sample_grid()).rows,
              Contains(Row{"daisy", "1.00", "1.00", "0.50", "1.00", "0.00", "1.00"}));
}

TEST(StudyTables, DensityOfManyTechniquesPutsSubjectsAcross) {
  Runs runs;
  for (int i = 0; i < 9; ++i) add_runs(runs, "only", "c" + std::to_string(i), {1, -1});
  const Table table = density_table(Grid(runs, {}, Measure::states));
  EXPECT_EQ(table.columns.size(), 2U);
  EXPECT_THAT(table.rows, Contains(Row{"c8", "0.50"}));
}

TEST(StudyTables, ParallelComparesWithTheDefault) {
  const Table table = parallel_table(sample_grid());
  // Two runs of 270 and 290: N searches cost 270 + 20 / 2^N on average; nothing is worth more.
  EXPECT_THAT(table.rows, Contains(Row{"elevator", "(20, random, 0.9)", "2", "100 %", "100000",
                                       "no", "270", "290", "1", "1", "280", ">=357"}));
  // A pool that found nothing.
  EXPECT_THAT(table.rows, Contains(Row{"elevator", "(5, random, 0.9)", "2", "0 %", "100000", "no",
                                       "-", "-", "-", "-", "-", "-"}));
}

TEST(StudyTables, ParallelCostsAreExactAndRepeatable) {
  const Grid grid = sample_grid();
  const Table table = parallel_costs_table(grid);
  EXPECT_EQ(table.rows, parallel_costs_table(grid).rows);
  const auto row = std::find_if(table.rows.begin(), table.rows.end(), [](const Row& one) {
    return one[0] == "elevator" && one[1] == "(20, random, 0.9)" && one[2] == "2";
  });
  ASSERT_NE(row, table.rows.end());
  EXPECT_EQ(Row(row->begin() + 3, row->begin() + 9),
            (Row{"100 %", "100 %", "275", "275", "8.66", "270"}));
}

TEST(StudyTables, ParallelRunsStandBesideThePrediction) {
  // Drawn from 2000, 3000 and -5000 (found nothing): success 8/9, and a round costs
  // (5 * 2000 + 3 * 3000 + 5000) / 9 on average.
  const Table table =
      parallel_runs_table(with_parallel_runs({{1000, 9000}, {-5000, 3000}, {-5000, -4000}}));
  EXPECT_THAT(table.rows, testing::ElementsAre(Row{"elevator", "two", "2", "3", "66.7 %", "88.9 %",
                                                   "4500", "1732", "3000", "1.5"}));
  EXPECT_TRUE(parallel_runs_table(sample_grid()).rows.empty());
}

TEST(StudyTables, ParallelRunsAreNoPool) {
  for (const Row& row : parallel_table(with_parallel_runs({{1, 2}, {2, 1}})).rows) {
    EXPECT_NE(row[1], "two");
  }
}

TEST(StudyTables, AreFoundByName) {
  for (const TableKind& kind : table_kinds()) EXPECT_TRUE(table_kind_of(kind.name).ok());
  ASSERT_FALSE(table_kind_of("densty").ok());
  EXPECT_THAT(table_kind_of("densty").sentence(), HasSubstr("did you mean 'density'?"));
}

TEST(StudyTables, RunsThatAreLeftOutAreMentioned) {
  Runs runs = sample_runs();
  runs[0].verdict = "failed";
  const Grid grid(runs, sample_configurations(), Measure::states);
  EXPECT_THAT(summary_table(grid).rule,
              HasSubstr("One run with an internal error of Heddle is omitted"));
}

}  // namespace
}  // namespace heddle::study
