// The best choice down to the end, then the initial state again.
#include "search/strategy/restart.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "search/by_hand.hpp"

namespace heddle::search {
namespace {

TEST(Restart, FollowsTheBestAndStartsAgain) {
  HandMadePath made({thread(1), thread(3)});
  Restart frontier(1);
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

ThreadView ending(std::size_t id) {
  ThreadView view = thread(id);
  view.next.kind = OpKind::program_end;
  return view;
}

// Main's end is pending beside a thread with 30 steps: 31 schedules.
TEST(Restart, DelaysTheEndOfTheProgramAndCountsTheSchedules) {
  constexpr int kSteps = 30;
  constexpr int kExecutions = 3000;
  HandMadePath made({ending(0), thread(1)});
  const std::vector<Choice> choices = {{0, decide(0)}, {0, decide(1)}};
  Restart frontier(1);
  std::vector<int> ends(kSteps + 1);
  for (int i = 0; i < kExecutions; ++i) {
    Branch branch;
    int steps = 0;
    do {
      frontier.offer(made.path(), choices);
      frontier.next(branch);
    } while (branch.decision == decide(1) && ++steps < kSteps);
    ++ends[static_cast<std::size_t>(steps)];
    frontier.next(branch);
    EXPECT_TRUE(branch.reopen);
  }
  // The end comes at step m with probability 1 in (m + 1)(m + 2), and after all with 1 in 31.
  EXPECT_NEAR(ends[0], kExecutions / 2, 110);
  EXPECT_NEAR(ends[1], kExecutions / 6, 82);
  EXPECT_NEAR(ends[kSteps], kExecutions / 31, 40);
  const auto estimate = frontier.summary().estimate;
  ASSERT_TRUE(estimate.has_value());
  EXPECT_NEAR(std::pow(10, estimate->schedules), kSteps + 1, 6);
  EXPECT_LT(std::pow(10, estimate->low), kSteps + 1);
  EXPECT_GT(std::pow(10, estimate->high), kSteps + 1);
}

}  // namespace
}  // namespace heddle::search
