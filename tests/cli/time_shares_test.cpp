// Tests share the time of a command, and pass on the time that they do not need.
#include "cli/time_shares.hpp"

#include <gtest/gtest.h>

namespace heddle::cli {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

TEST(TimeShares, UnusedTimeIsPassedOn) {
  const TimeShares::Clock::time_point start{};
  TimeShares shares(seconds(60), 3, start);
  EXPECT_EQ(shares.next(start), seconds(20));
  EXPECT_EQ(shares.next(start + seconds(2)), seconds(29));
  EXPECT_EQ(shares.next(start + seconds(31)), seconds(29));
}

TEST(TimeShares, ATestThatTakesLongerShortensTheOthers) {
  const TimeShares::Clock::time_point start{};
  TimeShares shares(seconds(10), 2, start);
  EXPECT_EQ(shares.next(start), seconds(5));
  EXPECT_FALSE(shares.is_over(start + seconds(9)));
  EXPECT_EQ(shares.next(start + seconds(9)), seconds(1));
  EXPECT_TRUE(shares.is_over(start + seconds(10)));
  EXPECT_EQ(shares.next(start + seconds(11)), milliseconds(1));
}

TEST(TimeShares, WithoutALimitNoTestHasOne) {
  const TimeShares::Clock::time_point start{};
  TimeShares shares(std::nullopt, 2, start);
  EXPECT_EQ(shares.next(start), std::nullopt);
  EXPECT_FALSE(shares.is_over(start + std::chrono::hours(1000)));
}

}  // namespace
}  // namespace heddle::cli
