// The points that the rules name, on pools whose answer is known.
#include "study/statistics/diminishing_returns.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "study/statistics/order_statistics.hpp"

namespace heddle::study {
namespace {

TEST(DiminishingReturns, EqualCostsNeedOneSearch) {
  EXPECT_EQ(diminishing_returns(Pool({{7, true}, {7, true}})), 1U);
  EXPECT_EQ(diminishing_returns(Pool({{0, true}, {0, true}})), 1U);
}

// The minimum of N exponential costs is 1/N of one: doubling saves 1/2N, less than 5 % from 11 on.
TEST(DiminishingReturns, ExponentialCostsLevelOffAtEleven) {
  constexpr int kRuns = 20000;
  std::vector<PoolRun> runs;
  for (int i = 0; i < kRuns; ++i) runs.push_back({-std::log((i + 0.5) / kRuns), true});
  const auto point = diminishing_returns(Pool(std::move(runs)));
  ASSERT_TRUE(point);
  EXPECT_GE(*point, 10U);
  EXPECT_LE(*point, 11U);
}

TEST(DiminishingReturns, FailuresThatEndEarlyAreNotCheap) {
  // One run in ten finds the error; alone, ten rounds are made.
  std::vector<PoolRun> runs(9, PoolRun{10, false});
  runs.push_back({10, true});
  const auto point = diminishing_returns(Pool(std::move(runs)));
  ASSERT_TRUE(point);
  EXPECT_GT(*point, 5U);
}

TEST(DiminishingReturns, NothingFoundHasNoPoint) {
  EXPECT_FALSE(diminishing_returns(Pool({{5, false}})));
  EXPECT_FALSE(searches_that_all_succeed(Pool({{5, false}})));
}

TEST(AllSucceed, IsTheFirstCountThatIsSureEnough) {
  const Pool sure({{5, true}, {6, true}});
  EXPECT_EQ(searches_that_all_succeed(sure), 1U);
  const Pool half({{5, true}, {6, false}});
  // (1 - 2^-N)^50 >= 0.95: N = 10 gives 0.952, N = 9 gives 0.907.
  EXPECT_EQ(searches_that_all_succeed(half), 10U);
}

}  // namespace
}  // namespace heddle::study
