// Delays pass over threads in turn, and cost as many as are passed over.
#include "search/heuristics/delays.hpp"

#include <gtest/gtest.h>

#include "model/model_system.hpp"
#include "search/by_hand.hpp"
#include "search/engine/explorer.hpp"
#include "search/recipes/depth_first_recipe.hpp"

namespace heddle::search {
namespace {

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

}  // namespace
}  // namespace heddle::search
