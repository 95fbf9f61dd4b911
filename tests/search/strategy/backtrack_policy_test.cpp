// Where states are left early, and how far jumps go.
#include "search/strategy/backtrack_policy.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace heddle::search {
namespace {

using Variants = BacktrackVariants;

// With a ratio of 0 the first depth that is left is where early backtracking begins.
std::uint32_t first_early(const Backtrack& options, bool first = false) {
  BacktrackPolicy policy(options, 1);
  std::uint32_t depth = 0;
  while (depth < 100 && !policy.is_early({.depth = depth, .first = first})) ++depth;
  return depth;
}

TEST(BacktrackPolicy, BeginsAtTheThresholdOrAsTheVariantsSay) {
  Backtrack options{.jump = Jump::fixed, .threshold = 10, .ratio = {.constant = 0}};
  EXPECT_EQ(first_early(options), 10U);
  options.variants.from = Variants::From::beyond;
  EXPECT_EQ(first_early(options), 11U);
  options.variants.depth = Variants::DepthOf::states;
  EXPECT_EQ(first_early(options), 10U);
  options.variants.from = Variants::From::at;
  EXPECT_EQ(first_early(options), 9U);
  options.threshold = 0;
  EXPECT_EQ(first_early(options), 0U);
  EXPECT_EQ(first_early(options, true), 0U);
  options.variants.first_exempt = true;
  EXPECT_EQ(first_early(options), 0U);
  EXPECT_EQ(first_early(options, true), 100U);
}

TEST(BacktrackPolicy, CountsLeavingAsTheVariantSays) {
  Backtrack options{.jump = Jump::fixed, .threshold = 3};
  EXPECT_EQ(BacktrackPolicy(options, 1).jump(5), 5U);
  options.variants.leaving_counts = false;
  EXPECT_EQ(BacktrackPolicy(options, 1).jump(5), 4U);
  EXPECT_EQ(BacktrackPolicy(options, 1).jump(3), 3U) << "clipped";
  EXPECT_EQ(BacktrackPolicy(options, 1).jump(1), 1U) << "nothing above it is touched";
  options.variants.clip = false;
  EXPECT_EQ(BacktrackPolicy(options, 1).jump(3), 2U);
  EXPECT_EQ(BacktrackPolicy(options, 1).jump(0), 0U);
}

TEST(BacktrackPolicy, JumpsFromOrdinaryBacktracksWhenAskedTo) {
  Backtrack options{.jump = Jump::fixed, .threshold = 3};
  EXPECT_FALSE(BacktrackPolicy(options, 1).jumps(Leaving::exhausted));
  EXPECT_FALSE(BacktrackPolicy(options, 1).jumps(Leaving::seen));
  options.variants.jumps = Variants::Jumps::all;
  EXPECT_TRUE(BacktrackPolicy(options, 1).jumps(Leaving::exhausted));
  EXPECT_FALSE(BacktrackPolicy(options, 1).jumps(Leaving::seen));
  options.variants.revisits_jump = true;
  EXPECT_TRUE(BacktrackPolicy(options, 1).jumps(Leaving::seen));
}

TEST(BacktrackPolicy, HasARatioForSwitches) {
  BacktrackPolicy policy({.jump = Jump::fixed,
                          .threshold = 0,
                          .ratio = {.constant = 1},
                          .switch_ratio = config::Ratio{.constant = 0}},
                         1);
  EXPECT_FALSE(policy.is_early({.depth = 1, .switches = false}));
  EXPECT_TRUE(policy.is_early({.depth = 1, .switches = true}));
}

TEST(BacktrackPolicy, DrawsLengthsApartFromCoins) {
  BacktrackPolicy tossing({.jump = Jump::random, .threshold = 0}, 5);
  BacktrackPolicy still({.jump = Jump::random, .threshold = 0}, 5);
  BacktrackPolicy other({.jump = Jump::random, .threshold = 0}, 6);
  std::vector<std::uint32_t> lengths[3];
  for (int i = 0; i < 20; ++i) {
    tossing.is_early({.depth = 50});
    lengths[0].push_back(tossing.jump(1'000));
    lengths[1].push_back(still.jump(1'000));
    lengths[2].push_back(other.jump(1'000));
  }
  EXPECT_EQ(lengths[0], lengths[1]);
  EXPECT_NE(lengths[0], lengths[2]);
}

}  // namespace
}  // namespace heddle::search
