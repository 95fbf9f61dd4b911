// The sets of waiters that alternatives mean, in lexicographic order.
#include "core/chosen_set.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

namespace heddle {
namespace {

using testing::ElementsAre;

std::vector<int> chosen(std::uint64_t count, std::uint64_t rank) {
  const std::vector<int> waiters = {2, 5, 7, 9};
  ChosenSet set(waiters.size(), count, rank);
  std::vector<int> result;
  for (const int waiter : waiters) {
    if (set.takes_next()) result.push_back(waiter);
  }
  return result;
}

TEST(ChosenSet, OneWaiterIsTheOneAtThatPosition) {
  EXPECT_THAT(chosen(1, 0), ElementsAre(2));
  EXPECT_THAT(chosen(1, 3), ElementsAre(9));
}

TEST(ChosenSet, SetsAreInLexicographicOrder) {
  EXPECT_THAT(chosen(2, 0), ElementsAre(2, 5));
  EXPECT_THAT(chosen(2, 1), ElementsAre(2, 7));
  EXPECT_THAT(chosen(2, 2), ElementsAre(2, 9));
  EXPECT_THAT(chosen(2, 3), ElementsAre(5, 7));
  EXPECT_THAT(chosen(2, 5), ElementsAre(7, 9));
}

TEST(ChosenSet, MoreThanThereAreMeansAll) {
  EXPECT_THAT(chosen(9, 0), ElementsAre(2, 5, 7, 9));
  EXPECT_THAT(chosen(0, 0), ElementsAre());
}

TEST(ChosenSet, WaysAreCountedAsFarAsAnAlternativeCanNameThem) {
  EXPECT_EQ(ways_to_choose(2, 4), 6U);
  EXPECT_EQ(ways_to_choose(0, 4), 1U);
  EXPECT_EQ(ways_to_choose(5, 4), 0U);
  EXPECT_EQ(ways_to_choose(50, 100), 65535U);
}

}  // namespace
}  // namespace heddle
