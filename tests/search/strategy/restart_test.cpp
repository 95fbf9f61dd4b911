// The best choice down to the end, then the initial state again.
#include "search/strategy/restart.hpp"

#include <gtest/gtest.h>

#include "search/by_hand.hpp"

namespace heddle::search {
namespace {

TEST(Restart, FollowsTheBestAndStartsAgain) {
  HandMadePath made({});
  Restart frontier;
  const std::vector<Choice> choices = {{0, decide(3)}, {0, decide(1)}};
  EXPECT_FALSE(frontier.offer(made.path(), choices)) << "it never comes back";
  Branch branch;
  ASSERT_TRUE(frontier.next(branch));
  EXPECT_EQ(branch.decision, decide(3));
  EXPECT_FALSE(branch.reopen);
  ASSERT_TRUE(frontier.next(branch));
  EXPECT_TRUE(branch.reopen);
  EXPECT_EQ(branch.depth, 0U);
  EXPECT_FALSE(frontier.summary().takes_all);
}

}  // namespace
}  // namespace heddle::search
