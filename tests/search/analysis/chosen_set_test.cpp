// The sets of waiters that alternatives mean, in lexicographic order.
#include "search/analysis/chosen_set.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace heddle::search {
namespace {

using testing::ElementsAre;

std::vector<int> chosen(std::uint64_t count, std::uint64_t rank) {
  const std::vector<ThreadId> waiters = {ThreadId{2}, ThreadId{5}, ThreadId{7}, ThreadId{9}};
  std::vector<ThreadId> set;
  choose_waiters(waiters, count, rank, set);
  std::vector<int> result;
  for (const ThreadId thread : set) result.push_back(index(thread));
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

}  // namespace
}  // namespace heddle::search
