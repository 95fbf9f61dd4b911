// The deepest branch first, there the best; says when it comes back and when it does not.
#include "search/strategy/depth_first.hpp"

#include <gtest/gtest.h>

#include "search/by_hand.hpp"

namespace heddle::search {
namespace {

class DepthFirstTest : public testing::Test {
 protected:
  bool offer(std::vector<Choice> choices) { return frontier_.offer(made_.path(), choices); }
  void descend(std::size_t id) { made_.step(decide(id), {}); }
  void expect_next(std::uint32_t depth, std::size_t id, bool last) {
    Branch branch;
    ASSERT_TRUE(frontier_.next(branch));
    EXPECT_EQ(branch.depth, depth);
    EXPECT_EQ(branch.decision, decide(id));
    EXPECT_EQ(branch.last, last);
    EXPECT_FALSE(branch.reopen);
    EXPECT_EQ(branch.place, nullptr);
  }

  HandMadePath made_{{}};
  DepthFirst frontier_;
};

TEST_F(DepthFirstTest, TakesTheBestOfTheDeepest) {
  EXPECT_TRUE(offer({{0, decide(2)}, {0, decide(1)}}));
  expect_next(0, 2, false);
  descend(2);
  EXPECT_TRUE(offer({{1, decide(5)}, {1, decide(6)}}));
  expect_next(1, 5, false);
  expect_next(1, 6, true);
  expect_next(0, 1, true);
  Branch branch;
  EXPECT_FALSE(frontier_.next(branch));
}

TEST_F(DepthFirstTest, DoesNotComeBackToASingleChoice) {
  EXPECT_FALSE(offer({{0, decide(0)}}));
  expect_next(0, 0, true);
}

TEST_F(DepthFirstTest, KeepsChoicesOpenedFurtherUpInTheirPlace) {
  offer({{0, decide(0)}});
  expect_next(0, 0, true);
  descend(0);
  offer({{1, decide(0)}, {1, decide(1)}});
  expect_next(1, 0, false);
  descend(0);
  EXPECT_FALSE(offer({{2, decide(0)}, {0, decide(7)}}));
  expect_next(2, 0, true);
  expect_next(1, 1, true);
  expect_next(0, 7, true);
}

}  // namespace
}  // namespace heddle::search
