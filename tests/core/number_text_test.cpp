// Digits are grouped by three from the right; large numbers are rounded.
#include "core/number_text.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace heddle {
namespace {

TEST(NumberText, GroupsOfThree) {
  EXPECT_EQ(grouped(0), "0");
  EXPECT_EQ(grouped(999), "999");
  EXPECT_EQ(grouped(1'000), "1,000");
  EXPECT_EQ(grouped(123'456), "123,456");
  EXPECT_EQ(grouped(std::numeric_limits<std::uint64_t>::max()), "18,446,744,073,709,551,615");
}

TEST(NumberText, CountsInSingularAndPlural) {
  EXPECT_EQ(counted(1, "step"), "1 step");
  EXPECT_EQ(counted(0, "step"), "0 steps");
  EXPECT_EQ(counted(1'200, "step"), "1,200 steps");
  EXPECT_EQ(counted(1, "switch", "switches"), "1 switch");
  EXPECT_EQ(counted(2, "switch", "switches"), "2 switches");
}

TEST(NumberText, RoundsPowersOfTen) {
  EXPECT_EQ(rounded_power(0), "1");
  EXPECT_EQ(rounded_power(3.0806), "1,204");
  EXPECT_EQ(rounded_power(7), "1e7");
  EXPECT_EQ(rounded_power(7.4914), "3.1e7");
  EXPECT_EQ(rounded_power(7.9999), "1e8");
  EXPECT_EQ(rounded_power(690.3), "2e690");
}

}  // namespace
}  // namespace heddle
