// Runs come to stand in the cells of their subject and technique.
#include "study/grid.hpp"

#include <gtest/gtest.h>

#include "study/sample_study.hpp"

namespace heddle::study {
namespace {

TEST(Grid, CellsHaveTheFiguresOfTheRunsThatFound) {
  const Grid grid = sample_grid();
  ASSERT_EQ(grid.subjects(), (std::vector<std::string>{"daisy", "elevator"}));
  const Cell& cell = grid.cell(0, 2);
  EXPECT_EQ(cell.share.found, 2U);
  EXPECT_EQ(cell.share.total, 4U);
  EXPECT_EQ(cell.cost.mean, 55);
  EXPECT_EQ(cell.cost.minimum, 22);
  EXPECT_EQ(cell.depth.mean, 5);
  EXPECT_TRUE(cell.found());
  EXPECT_FALSE(cell.always_found());
}

TEST(Grid, MeasuresWhatItIsAskedFor) {
  EXPECT_EQ(sample_grid(Measure::transitions).cell(0, 2).cost.mean, 110);
}

TEST(Grid, TellsStudiedFromExisting) {
  EXPECT_EQ(sample_grid().studied(), (std::vector<std::size_t>{2, 3, 4, 5}));
  EXPECT_EQ(sample_grid().existing(), (std::vector<std::size_t>{0, 1}));
  Runs runs;
  add_runs(runs, "a", "default order", {1});
  const Grid without(runs, {{"default order", "search=dfs"}, {"r", "search=random"}},
                     Measure::states);
  EXPECT_EQ(without.studied(), (std::vector<std::size_t>{1}));
  EXPECT_EQ(without.existing(), (std::vector<std::size_t>{0}));
}

TEST(Grid, LeavesOutRunsInWhichHeddleFailed) {
  Runs runs = sample_runs();
  runs[0].verdict = "failed";
  const Grid grid(runs, sample_configurations(), Measure::states);
  EXPECT_EQ(grid.failed(), 1U);
  EXPECT_EQ(grid.cell(0, 0).runs.size(), 1U);
}

TEST(Grid, PoolsHoldAllRuns) {
  const Pool pool = sample_grid().pool(1, 1);
  ASSERT_EQ(pool.size(), 3U);
  EXPECT_EQ(pool.found(), 2U);
  EXPECT_EQ(pool[0], (PoolRun{2000, true}));
  EXPECT_EQ(pool[2], (PoolRun{5000, false}));
}

TEST(Grid, AConfigurationThatOnlyRunsNameIsKept) {
  Runs runs;
  add_runs(runs, "a", "unknown", {3});
  const Grid grid(runs, {}, Measure::states);
  ASSERT_EQ(grid.techniques().size(), 1U);
  EXPECT_EQ(grid.techniques()[0].name, "unknown");
  EXPECT_EQ(grid.cell(0, 0).cost.mean, 3);
}

}  // namespace
}  // namespace heddle::study
