// Families differ in more than the threshold; the recommended one finds most and ranks best.
#include "study/family.hpp"

#include <gtest/gtest.h>

#include "study/sample_study.hpp"

namespace heddle::study {
namespace {

TEST(Family, GathersThresholds) {
  const std::vector<Family> families = families_of(sample_grid());
  ASSERT_EQ(families.size(), 2U);
  EXPECT_EQ(families[0].name, "(H, random, 0.9)");
  EXPECT_EQ(families[0].members, (std::vector<std::size_t>{2, 3}));
  EXPECT_EQ(families[1].name, "(H, fixed, 1-d/20)");
}

TEST(Family, IsToldApartByOtherOptions) {
  const Grid grid({},
                  {{"a", "search=dfs:backtrack=random:threshold=9"},
                   {"b", "search=dfs:backtrack=random:threshold=5"},
                   {"c", "search=dfs:backtrack=random:threshold=5:order=random"}},
                  Measure::states);
  const std::vector<Family> families = families_of(grid);
  ASSERT_EQ(families.size(), 2U);
  EXPECT_EQ(families[0].members, (std::vector<std::size_t>{1, 0}));
  EXPECT_EQ(families[1].name, "(H, random, 0.9) search=dfs:order=random");
}

// On daisy fixed costs 100 and random 108; on elevator random 280 and fixed 310: ranks tie at 1.5,
// and the first stays.
TEST(Family, OfEqualRanksTheFirstIsRecommended) {
  const std::optional<Recommended> recommended = recommended_family(sample_grid());
  ASSERT_TRUE(recommended);
  EXPECT_EQ(recommended->family.name, "(H, random, 0.9)");
  EXPECT_EQ(recommended->subjects, 2U);
  EXPECT_DOUBLE_EQ(recommended->mean_rank, 1.5);
}

TEST(Family, FindingEverywhereGoesBeforeRank) {
  Runs runs = sample_runs();
  add_runs(runs, "third", "(20, random, 0.9)", {10, -10});
  add_runs(runs, "third", "(20, fixed, 1-d/20)", {999, 999});
  const Grid grid(runs, sample_configurations(), Measure::states);
  const std::optional<Recommended> recommended = recommended_family(grid);
  ASSERT_TRUE(recommended);
  EXPECT_EQ(recommended->family.name, "(H, fixed, 1-d/20)");
  EXPECT_EQ(recommended->subjects, 3U);
}

TEST(Family, NothingFoundRecommendsNothing) {
  Runs runs;
  add_runs(runs, "a", "(20, random, 0.9)", {-10, -10});
  EXPECT_FALSE(recommended_family(Grid(runs, sample_configurations(), Measure::states)));
}

}  // namespace
}  // namespace heddle::study
