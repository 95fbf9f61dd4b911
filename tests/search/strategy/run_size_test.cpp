// The size of executions is that of the largest one that came to its end.
#include "search/strategy/run_size.hpp"

#include <gtest/gtest.h>

#include "search/by_hand.hpp"

namespace heddle::search {
namespace {

void see_states(RunSize& size, std::size_t threads, int steps) {
  std::vector<ThreadView> views;
  for (std::size_t i = 0; i < threads; ++i) views.push_back(thread(i));
  HandMadePath made(views);
  for (int i = 0; i < steps; ++i) size.saw(made.path(), threads);
}

TEST(RunSize, IsThatOfTheLargestExecution) {
  RunSize size;
  see_states(size, 2, 5);
  see_states(size, 1, 7);
  size.run_ended();
  see_states(size, 3, 4);
  size.run_ended();
  EXPECT_EQ(size.steps(), 5U) << "with two enabled threads";
  EXPECT_EQ(size.threads(), 3U);
  EXPECT_EQ(size.runs_of_this_size(), 0U);
}

TEST(RunSize, LearnsNothingFromACutExecution) {
  RunSize size;
  see_states(size, 2, 5);
  size.run_ended();
  see_states(size, 4, 900);
  size.run_cut();
  size.run_ended();
  EXPECT_EQ(size.steps(), 5U);
  EXPECT_EQ(size.threads(), 2U);
  see_states(size, 2, 6);
  size.run_ended();
  EXPECT_EQ(size.steps(), 6U);
  EXPECT_EQ(size.runs(), 3U);
}

}  // namespace
}  // namespace heddle::search
