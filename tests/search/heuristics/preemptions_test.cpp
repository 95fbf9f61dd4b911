// A switch is a preemption exactly if the thread left could have gone on.
#include "search/heuristics/preemptions.hpp"

#include <gtest/gtest.h>

#include "search/by_hand.hpp"

namespace heddle::search {
namespace {

class PreemptionsTest : public testing::Test {
 protected:
  void step(Decision decision, std::vector<ThreadView> after) {
    rank_.stepping(made_.path(), decision);
    made_.step(decision, std::move(after));
    rank_.stepped(made_.path());
  }
  Cost cost(std::size_t id) { return rank_.cost(made_.path(), {made_.path().depth(), decide(id)}); }

  HandMadePath made_{{thread(0), thread(1)}};
  Preemptions rank_{nullptr};
};

TEST_F(PreemptionsTest, NobodyIsPreemptedAtTheStart) {
  EXPECT_EQ(cost(0), 0U);
  EXPECT_EQ(cost(1), 0U);
}

TEST_F(PreemptionsTest, LeavingAThreadThatCouldGoOnCostsOne) {
  step(decide(0), {thread(0), thread(1)});
  EXPECT_EQ(cost(0), 0U);
  EXPECT_EQ(cost(1), 1U);
}

TEST_F(PreemptionsTest, LeavingABlockedAnEndedOrAYieldingThreadIsFree) {
  step(decide(0), {thread(0, 0), thread(1)});
  EXPECT_EQ(cost(1), 0U);
  step(decide(1), {thread(0)});
  EXPECT_EQ(cost(0), 0U);
  step(decide(0), {thread(0, 1, true), thread(1)});
  EXPECT_EQ(cost(1), 0U);
}

TEST_F(PreemptionsTest, AddUpAlongThePathAndAreTakenBackWithIt) {
  step(decide(0), {thread(0), thread(1)});
  step(decide(1), {thread(0), thread(1)});
  step(decide(0), {thread(0), thread(1)});
  EXPECT_EQ(cost(0), 2U);
  EXPECT_EQ(cost(1), 3U);
  made_.truncate(1, {thread(0), thread(1)});
  rank_.rewound(made_.path());
  EXPECT_EQ(cost(0), 0U);
  EXPECT_EQ(cost(1), 1U);
}

TEST_F(PreemptionsTest, ContextIsWhoseTurnItIsIfLeavingCosts) {
  EXPECT_EQ(rank_.context(made_.path()), 0U);
  step(decide(0), {thread(0), thread(1)});
  const std::uint64_t turn_of_0 = rank_.context(made_.path());
  EXPECT_NE(turn_of_0, 0U);
  step(decide(1), {thread(0), thread(1)});
  EXPECT_NE(rank_.context(made_.path()), 0U);
  EXPECT_NE(rank_.context(made_.path()), turn_of_0);
  step(decide(1), {thread(0), thread(1, 0)});
  EXPECT_EQ(rank_.context(made_.path()), 0U) << "blocked";
  step(decide(0), {thread(0, 1, true), thread(1)});
  EXPECT_EQ(rank_.context(made_.path()), 0U) << "yields";
  EXPECT_EQ(rank_.arrival(made_.path()).spent, 1U);
}

TEST(Preemptions, CountBelongsToTheContextWhereItIsNotInTheArrival) {
  HandMadePath made({thread(0), thread(1)});
  Preemptions rank(nullptr, Preemptions::Count::is_context);
  const auto step = [&](Decision decision) {
    rank.stepping(made.path(), decision);
    made.step(decision, {thread(0), thread(1)});
  };
  step(decide(0));
  const std::uint64_t without = rank.context(made.path());
  step(decide(1));
  step(decide(0));
  EXPECT_NE(rank.context(made.path()), without) << "same turn, two preemptions later";
}

}  // namespace
}  // namespace heddle::search
