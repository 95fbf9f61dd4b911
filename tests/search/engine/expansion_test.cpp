// Every alternative of every enabled thread is opened, in order, at the present depth.
#include "search/engine/expansion.hpp"

#include <gtest/gtest.h>

#include "search/by_hand.hpp"

namespace heddle::search {
namespace {

TEST(AllEnabled, OpensEveryAlternativeOfTheEnabled) {
  HandMadePath made({thread(0), thread(1, 0), thread(4, 2)});
  made.step(decide(0), {thread(0), thread(1, 0), thread(4, 2)});
  std::vector<Choice> choices;
  AllEnabled().expand(made.path(), choices);
  const std::vector<Choice> expected = {{1, decide(0)}, {1, decide(4, 0)}, {1, decide(4, 1)}};
  EXPECT_EQ(choices, expected);
}

}  // namespace
}  // namespace heddle::search
