// Digits are grouped by three from the right.
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

}  // namespace
}  // namespace heddle
