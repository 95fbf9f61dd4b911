// The shares of searches that take turns follow their yield, and the first search never starves.
#include "search/engine/shares.hpp"

#include <gtest/gtest.h>

namespace heddle::search {
namespace {

constexpr std::uint64_t kOne = Shares::kUnit;

std::uint64_t sum_of_others(const Shares& shares, std::size_t count) {
  std::uint64_t sum = 0;
  for (std::size_t i = 1; i < count; ++i) sum += shares.of(i);
  return sum;
}

TEST(Shares, BeginAsGiven) {
  const Shares shares({8, 4, 1});
  EXPECT_EQ(shares.of(0), 8 * kOne);
  EXPECT_EQ(shares.of(1), 4 * kOne);
  EXPECT_EQ(shares.of(2), kOne);
}

TEST(Shares, StayWhereAllYieldAlike) {
  Shares shares({8, 4, 1, 1});
  for (std::size_t i = 0; i < 4; ++i) shares.worked(i, {.work = 100, .fresh = 50});
  shares.divide();
  EXPECT_EQ(shares.of(0), 8 * kOne);
  EXPECT_EQ(shares.of(1), 4 * kOne);
  EXPECT_EQ(shares.of(2), kOne);
}

TEST(Shares, GrowWithTheYieldAndShrinkWithoutIt) {
  Shares shares({8, 1, 1});
  shares.worked(1, {.work = 100, .fresh = 100});
  shares.worked(2, {.work = 100, .fresh = 0});
  shares.divide();
  EXPECT_EQ(shares.of(1), kOne * 7 / 4) << "its quarter, and all that the other does not keep";
  EXPECT_EQ(shares.of(2), kOne / 4) << "a search that yields nothing keeps a quarter";
  shares.worked(1, {.work = 100, .fresh = 0});
  shares.worked(2, {.work = 100, .fresh = 1});
  shares.divide();
  EXPECT_EQ(shares.of(2), kOne * 7 / 4) << "it may recover";
}

TEST(Shares, OfTheOthersNeverReduceTheFirst) {
  Shares shares({8, 4, 1, 1, 1, 1});
  for (std::uint64_t round = 0; round < 50; ++round) {
    for (std::size_t i = 0; i < 6; ++i) {
      shares.worked(i, {.work = 1000, .fresh = (round * 37 + i * 411) % 1001});
    }
    shares.divide();
    EXPECT_EQ(shares.of(0), 8 * kOne);
    EXPECT_LE(sum_of_others(shares, 6), 8 * kOne);
    for (std::size_t i = 1; i < 6; ++i) EXPECT_GE(shares.of(i), kOne / 4);
  }
}

TEST(Shares, OfTheOthersExceedTheFirstOnlyAtTheBeginning) {
  Shares shares({8, 8, 4, 4});
  EXPECT_EQ(sum_of_others(shares, 4), 16 * kOne);
  shares.divide();
  EXPECT_EQ(shares.of(0), 8 * kOne);
  EXPECT_EQ(shares.of(1), 4 * kOne);
  EXPECT_EQ(sum_of_others(shares, 4), 8 * kOne);
}

TEST(Shares, OfTheOthersStayWithoutAFirst) {
  Shares shares({0, 4, 2});
  shares.divide();
  EXPECT_EQ(shares.of(1), 4 * kOne);
  EXPECT_EQ(shares.of(2), 2 * kOne);
}

TEST(Shares, AreNotGivenWhereNoneYields) {
  Shares shares({8, 4, 4});
  shares.worked(1, {.work = 10, .fresh = 0});
  shares.worked(2, {.work = 10, .fresh = 0});
  shares.divide();
  EXPECT_EQ(shares.of(0), 8 * kOne);
  EXPECT_EQ(sum_of_others(shares, 3), 2 * kOne);
}

TEST(Shares, KeepTheLastYieldOfASearchWithoutWork) {
  Shares shares({8, 1, 1});
  shares.worked(1, {.work = 100, .fresh = 0});
  shares.worked(1, {.work = 0, .fresh = 0});
  shares.divide();
  EXPECT_EQ(shares.of(1), kOne / 4);
}

TEST(Shares, OfASearchThatEndedGoToTheOthers) {
  Shares shares({8, 4, 1, 1});
  shares.ended(1);
  shares.divide();
  EXPECT_EQ(shares.of(2), 3 * kOne);
  EXPECT_EQ(shares.of(3), 3 * kOne);
}

}  // namespace
}  // namespace heddle::search
