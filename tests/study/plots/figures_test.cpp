// A study has the figures that its runs allow.
#include "study/plots/figures.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "result/run_result.hpp"
#include "study/plots/figure_page.hpp"
#include "study/sample_study.hpp"
#include "study/statistics/order_statistics.hpp"

namespace heddle::study {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

std::vector<std::string> names_of(const std::vector<Figure>& figures) {
  std::vector<std::string> names;
  for (const Figure& figure : figures) names.push_back(figure.name);
  return names;
}

TEST(Figures, OfASmallStudy) {
  EXPECT_THAT(names_of(figures_of(sample_grid())),
              ElementsAre("distribution-daisy", "distribution-elevator", "histogram-daisy",
                          "histogram-elevator", "found-within-daisy", "found-within-elevator",
                          "parallel-daisy", "parallel-elevator", "ratio-daisy", "ratio-elevator",
                          "threshold-cost", "threshold-found", "density", "memory"));
}

TEST(Figures, WithoutRunsThereAreNone) {
  EXPECT_TRUE(figures_of(Grid({}, {}, Measure::states)).empty());
}

TEST(Figures, WithoutErrorsOnlySharesAndMemory) {
  Runs runs;
  add_runs(runs, "a", "(20, random, 0.9)", {-10, -10});
  EXPECT_THAT(names_of(figures_of(Grid(runs, sample_configurations(), Measure::states))),
              ElementsAre("density", "memory"));
}

TEST(Figures, HaveFileNamesOfTheirOwn) {
  Runs runs;
  add_runs(runs, "TwoStage(7,1)", "default order", {1});
  add_runs(runs, "twostage 7/1", "default order", {1});
  const std::vector<std::string> names =
      names_of(figures_of(Grid(runs, sample_configurations(), Measure::states)));
  EXPECT_THAT(names, testing::Contains("distribution-twostage-7-1"));
  EXPECT_THAT(names, testing::Contains("distribution-twostage-7-1-2"));
}

TEST(Figures, BoxesAreSortedByMedian) {
  const Figure figure = distribution_figure(sample_grid(), 0);
  EXPECT_THAT(figure.chart.x.names,
              ElementsAre("(5, random, 0.9)", "(20, fixed, 1-d/20)", "(20, random, 0.9)",
                          "random order", "default order"));
  EXPECT_EQ(figure.chart.boxes[3].median, 200);
  EXPECT_EQ(figure.chart.boxes[3].lower, 150);
}

TEST(Figures, ParallelLinesAreTheExactCosts) {
  const Grid grid = sample_grid();
  const Figure figure = parallel_figure(grid, 1);
  ASSERT_FALSE(figure.chart.series.empty());
  // The largest pool comes first.
  EXPECT_EQ(figure.chart.series[0].name, "random order");
  const auto exact = parallel_cost(grid.pool(1, 1), 5, Draw::with_replacement).to_error();
  EXPECT_EQ(figure.chart.series[0].data[2].y, *exact);
  // The default found nothing on this subject, so it has no line.
  std::vector<std::string> labels;
  for (const Guide& guide : figure.chart.guides) labels.push_back(guide.label);
  EXPECT_THAT(labels, ElementsAre("minimum", "returns diminish", "all trials succeed"));
}

TEST(Figures, PoolsHaveTheSameColourForAllSubjects) {
  const Grid grid = sample_grid();
  std::map<std::string, std::size_t> colours;
  std::set<std::size_t> used;
  for (const std::size_t subject : {std::size_t{0}, std::size_t{1}}) {
    for (const Series& series : parallel_figure(grid, subject).chart.series) {
      ASSERT_TRUE(series.colour) << series.name;
      const auto known = colours.try_emplace(series.name, *series.colour).first;
      EXPECT_EQ(known->second, *series.colour) << series.name;
      used.insert(*series.colour);
    }
  }
  EXPECT_EQ(used.size(), colours.size());
}

TEST(Figures, HistogramHasEveryRunOfTheLargestPool) {
  Runs runs;
  add_runs(runs, "a", "random order", {100, 110, 250, 260, 260, -300, -300, 100 + 160});
  add_runs(runs, "a", "(20, random, 0.9)", {7, 7});
  add_runs(runs, "b", "random order", {5, 5});
  const Grid grid(runs, sample_configurations(), Measure::states);
  const Figure figure = histogram_figure(grid, 0);
  ASSERT_EQ(figure.chart.series.size(), 1U);
  const Series& series = figure.chart.series[0];
  EXPECT_EQ(series.name, "random order");
  ASSERT_EQ(series.data.size(), 17U);
  EXPECT_EQ(figure.chart.x.names.front(), "100 to 110");
  EXPECT_EQ(figure.chart.x.names.back(), "not found");
  EXPECT_EQ(series.data[0].y, 1.0 / 8);
  EXPECT_EQ(series.data[1].y, 1.0 / 8);
  // The largest cost belongs to the last interval.
  EXPECT_EQ(series.data[15].y, 4.0 / 8);
  EXPECT_EQ(series.data[16].y, 2.0 / 8);
  EXPECT_THAT(histogram_figure(grid, 1).chart.x.names, ElementsAre("5", "not found"));
}

TEST(Figures, HistogramOfCostsOverPowersOfTenIsLogarithmic) {
  Runs runs;
  add_runs(runs, "a", "random order", {1, 10, 100, 65536});
  const Figure figure = histogram_figure(Grid(runs, sample_configurations(), Measure::states), 0);
  EXPECT_EQ(figure.chart.x.names[0], "1 to 2");
  EXPECT_EQ(figure.chart.series[0].data[3].y, 0.25);
  EXPECT_EQ(figure.chart.series[0].data[6].y, 0.25);
}

TEST(Figures, TreesAreDrawnOverTheExecutions) {
  Runs runs;
  add_runs(runs, "a", "random order", {1, 2});
  add_runs(runs, "a", "default order", {1});
  result::RunResult result;
  result.tree = {1000, {30, 10}};
  runs[0].json = to_json(result);
  const Figure figure = tree_figure(Grid(runs, sample_configurations(), Measure::states), 0);
  ASSERT_EQ(figure.chart.series.size(), 1U);
  EXPECT_EQ(figure.chart.series[0].name, "random order");
  ASSERT_EQ(figure.chart.series[0].data.size(), 2U);
  EXPECT_EQ(figure.chart.series[0].data[1].x, 2000);
  EXPECT_EQ(figure.chart.series[0].data[1].y, 10);
}

TEST(Figures, ThresholdsGoAcross) {
  const Figure figure = threshold_found_figure(sample_grid());
  EXPECT_THAT(figure.chart.x.names, ElementsAre("5", "20"));
  ASSERT_EQ(figure.chart.series.size(), 2U);
  EXPECT_EQ(figure.chart.series[0].data[0].y, 0.5);
  EXPECT_EQ(figure.chart.series[1].data[0].y, 0);
}

TEST(Figures, FoundWithinContinuesAtTheShare) {
  const Figure figure = found_within_figure(sample_grid(), 0);
  const auto half =
      std::find_if(figure.chart.series.begin(), figure.chart.series.end(),
                   [](const Series& series) { return series.name == "(5, random, 0.9)"; });
  ASSERT_NE(half, figure.chart.series.end());
  // The last of its runs, and the largest cost of all configurations.
  EXPECT_EQ(half->data[half->data.size() - 2].x, 88);
  EXPECT_EQ(half->data.back().y, 0.5);
  EXPECT_EQ(half->data.back().x, 300);
}

TEST(Page, HoldsFiguresAndTablesAndNeedsNoOtherFile) {
  const Grid grid = sample_grid();
  const std::string page = study_page("A <study>", grid, figures_of(grid));
  EXPECT_THAT(page, HasSubstr("<h1>A &lt;study&gt;</h1>"));
  EXPECT_THAT(page, HasSubstr("<figure id=\"figure-memory\">"));
  EXPECT_THAT(page, HasSubstr("<h3 id=\"summary\">"));
  EXPECT_THAT(page, HasSubstr("<td class=\"right\">46.7</td>"));
  EXPECT_THAT(page, Not(HasSubstr("src=")));
  EXPECT_THAT(page, Not(HasSubstr("href=")));
}

}  // namespace
}  // namespace heddle::study
