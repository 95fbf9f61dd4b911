// The best, the worst and the extremes of a subject.
#include "study/selection.hpp"

#include <gtest/gtest.h>

#include "study/sample_study.hpp"

namespace heddle::study {
namespace {

std::string name_of(const Grid& grid, const Selected& selected) {
  return selected ? grid.techniques()[*selected].name : "none";
}

TEST(Selection, BestIsTheSmallestMeanOfThoseThatFoundEnough) {
  const Grid grid = sample_grid();
  EXPECT_EQ(name_of(grid, best_of(grid, 0, grid.studied(), 1)), "(20, fixed, 1-d/20)");
  EXPECT_EQ(name_of(grid, best_of(grid, 0, grid.studied(), 0.5)), "(5, random, 0.9)");
  EXPECT_EQ(name_of(grid, best_of(grid, 1, grid.studied(), 1)), "(20, random, 0.9)");
  EXPECT_EQ(name_of(grid, best_of(grid, 1, {2}, 0)), "none");
}

TEST(Selection, ExistingTechniquesThatNeverMissComeFirst) {
  const Grid grid = sample_grid();
  EXPECT_EQ(name_of(grid, best_existing(grid, 0)), "random order");
  // Neither always found it; the default never did.
  EXPECT_EQ(name_of(grid, best_existing(grid, 1)), "random order");
}

TEST(Selection, ExtremesOfSingleRuns) {
  const Grid grid = sample_grid();
  EXPECT_EQ(name_of(grid, of_cheapest_run(grid, 0)), "(5, random, 0.9)");
  EXPECT_EQ(name_of(grid, of_dearest_run(grid, 0)), "random order");
  EXPECT_EQ(name_of(grid, of_dearest_run(grid, 1)), "random order");
  EXPECT_EQ(name_of(grid, least_successful(grid, 0)), "(5, fixed, 1-d/20)");
}

TEST(Selection, DefaultIsWhatWasRunOnTheSubject) {
  const Grid grid = sample_grid();
  EXPECT_EQ(name_of(grid, default_technique(grid, 0)), "default order");
  Runs runs;
  add_runs(runs, "a", "random order", {1});
  const Grid without(runs, sample_configurations(), Measure::states);
  EXPECT_FALSE(default_technique(without, 0));
}

}  // namespace
}  // namespace heddle::study
