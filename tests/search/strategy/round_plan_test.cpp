// Automatic rounds: high thresholds, one in the middle, and ever more states.
#include "search/strategy/round_plan.hpp"

#include <gtest/gtest.h>

namespace heddle::search {
namespace {

constexpr WalkLengths kWalks{.median = 40, .longest = 50, .first_choice = 15};

TEST(RoundPlan, AlternatesTheThreshold) {
  const RoundPlan plan(kWalks);
  EXPECT_EQ(plan.threshold(0), 50U);
  EXPECT_EQ(plan.threshold(4), 50U);
  EXPECT_EQ(plan.threshold(5), 20U);
  EXPECT_EQ(plan.threshold(6), 50U);
  EXPECT_EQ(plan.threshold(11), 15U) << "all executions are equal above the first choice";
  EXPECT_EQ(plan.threshold(17), 30U);
  EXPECT_EQ(plan.threshold(RoundPlan::kPeriod + 5), plan.threshold(5));
}

TEST(RoundPlan, LengthensTheRounds) {
  const RoundPlan plan(kWalks);
  EXPECT_EQ(plan.states(0), 80U);
  EXPECT_EQ(plan.states(3), 80U);
  EXPECT_EQ(plan.states(4), 480U);
  EXPECT_EQ(plan.states(5), 2560U);
  EXPECT_EQ(plan.states(6), 640U);
  EXPECT_EQ(plan.states(11), 20480U);
  EXPECT_GT(plan.states(1'000'000), plan.states(11));
}

TEST(RoundPlan, OneRoundBeginsNearTheEnd) {
  EXPECT_EQ(RoundPlan::only_threshold(kWalks), 36U);
  EXPECT_EQ(RoundPlan::only_threshold({.median = 4, .longest = 4, .first_choice = 4}), 4U);
}

}  // namespace
}  // namespace heddle::search
