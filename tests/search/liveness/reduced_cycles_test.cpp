// Steps have a cycle exactly if no order of the states has all of them go forward.
#include "search/liveness/reduced_cycles.hpp"

#include <gtest/gtest.h>

#include "search/by_hand.hpp"

namespace heddle::search {
namespace {

TEST(ReducedCycles, FindsCyclesOfAnyLength) {
  EXPECT_FALSE(have_cycle({}));
  EXPECT_TRUE(have_cycle({{7, 7}}));
  EXPECT_FALSE(have_cycle({{1, 2}, {2, 3}, {1, 3}, {1, 2}}));
  EXPECT_TRUE(have_cycle({{1, 2}, {2, 3}, {3, 2}, {3, 4}}));
  EXPECT_TRUE(have_cycle({{5, 1}, {1, 9}, {9, 4}, {4, 1}}));
}

// Arrives at a state after one step, and after two.
std::uint64_t cycles_of_two_ways(const ReducedCycles::Limits& limits) {
  BasicVisitedAsleep<NarrowKey> visited;
  ReducedCycles check(visited, limits);
  const auto walk = [&](std::vector<std::uint64_t> states) {
    HandMadePath made({thread(1)});
    for (std::size_t i = 0; i < states.size(); ++i) {
      if (i > 0) made.step(decide(1), {thread(1)});
      made.path().identify({states[i], 0});
      visited.insert({states[i], 0}, {.asleep = 0, .depth = static_cast<std::uint32_t>(i)});
      check.entered(made.path());
    }
  };
  walk({1, 2, 3});
  walk({1, 3});
  return check.cycles_closed();
}

TEST(ReducedCycles, KnowsThatPathsOfDifferentLengthsNeedNoCycle) {
  EXPECT_EQ(cycles_of_two_ways({}), 0U);
  EXPECT_EQ(cycles_of_two_ways({.most = 3, .of_one_depth = 2}), 0U);
}

TEST(ReducedCycles, ReliesOnDepthsIfNotAllStepsAreStored) {
  EXPECT_GT(cycles_of_two_ways({.most = 2}), 0U);
  EXPECT_GT(cycles_of_two_ways({.of_one_depth = 1}), 0U);
}

}  // namespace
}  // namespace heddle::search
