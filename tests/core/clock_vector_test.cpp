// Clocks count, join and compare; a thread never heard of counts as 0.
#include "core/clock_vector.hpp"

#include <gtest/gtest.h>

namespace heddle {
namespace {

constexpr ThreadId kZero{0};
constexpr ThreadId kThree{3};

TEST(ClockVector, CountsStepsPerThread) {
  ClockVector clock;
  EXPECT_EQ(clock.at(kThree), 0U);
  clock.tick(kThree);
  clock.tick(kThree);
  EXPECT_EQ(clock.at(kThree), 2U);
  EXPECT_EQ(clock.at(kZero), 0U);
  clock.clear();
  EXPECT_EQ(clock.at(kThree), 0U);
}

TEST(ClockVector, JoinsToTheLarger) {
  ClockVector one;
  ClockVector other;
  one.tick(kZero);
  other.tick(kThree);
  one.join(other);
  EXPECT_EQ(one.at(kZero), 1U);
  EXPECT_EQ(one.at(kThree), 1U);
  EXPECT_TRUE(other.is_below(one));
  EXPECT_FALSE(one.is_below(other));
}

TEST(ClockVector, OfUnrelatedStepsAreIncomparable) {
  ClockVector one;
  ClockVector other;
  one.tick(kZero);
  other.tick(kThree);
  EXPECT_FALSE(one.is_below(other));
  EXPECT_FALSE(other.is_below(one));
  EXPECT_FALSE(one == other);
}

TEST(ClockVector, EqualsOneThatNamesMoreThreadsAtZero) {
  ClockVector wide;
  wide.tick(kThree);
  ClockVector narrow;
  narrow.tick(kZero);
  wide.join(narrow);
  narrow.tick(kThree);
  EXPECT_TRUE(wide == narrow);
}

}  // namespace
}  // namespace heddle
