// Preemptions, delays and depth of an execution after a choice.
#include "search/heuristics/bounded_costs.hpp"

#include <gtest/gtest.h>

#include "model/model_system.hpp"
#include "search/by_hand.hpp"
#include "search/engine/explorer.hpp"
#include "search/recipes/recipes.hpp"

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
  Preemptions rank(nullptr, BoundCount::is_context);
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

class DelaysTest : public testing::Test {
 protected:
  void step(Decision decision, std::vector<ThreadView> after) {
    rank_.stepping(made_.path(), decision);
    made_.step(decision, std::move(after));
    rank_.stepped(made_.path());
  }
  Cost cost(std::size_t id) { return rank_.cost(made_.path(), {made_.path().depth(), decide(id)}); }

  HandMadePath made_{{thread(0), thread(1), thread(2)}};
  Delays rank_;
};

TEST_F(DelaysTest, TurnsGoRoundFromTheLastThread) {
  EXPECT_EQ(cost(0), 0U);
  EXPECT_EQ(cost(2), 2U);
  step(decide(1), {thread(0), thread(1), thread(2)});
  EXPECT_EQ(cost(1), 1U) << "one was spent to come here";
  EXPECT_EQ(cost(2), 2U);
  EXPECT_EQ(cost(0), 3U);
}

TEST_F(DelaysTest, BlockedEndedAndYieldingThreadsArePassedForNothing) {
  step(decide(0), {thread(0, 0), thread(2)});
  EXPECT_EQ(cost(2), 0U);
  step(decide(2), {thread(0), thread(2, 1, true)});
  EXPECT_EQ(cost(0), 0U);
  EXPECT_EQ(cost(2), 1U);
}

std::uint64_t schedules(std::uint64_t delays) {
  model::ModelSystem system(*model::parse_program("W x;W x / W x;W x"));
  SearchObserver observer;
  Explorer explorer(system, std::move(*depth_first({.bound = {.delays = delays}})), {}, observer);
  explorer.explore();
  return explorer.tally().executions;
}

TEST(Delays, BoundTheSchedules) {
  EXPECT_EQ(schedules(0), 1U);
  EXPECT_EQ(schedules(1), 3U);
  EXPECT_EQ(schedules(2), 5U);
  EXPECT_EQ(schedules(3), 6U);
}

TEST(Depth, CountsTheStepToBeTaken) {
  HandMadePath made({thread(0)});
  Depth rank;
  EXPECT_EQ(rank.cost(made.path(), {0, decide(0)}), 1U);
  EXPECT_EQ(rank.cost(made.path(), {41, decide(0)}), 42U);
}

}  // namespace
}  // namespace heddle::search
