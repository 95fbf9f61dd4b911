// A wake-up tree takes in a sequence unless one of its branches stands for it already.
#include "search/por/wakeup_tree.hpp"

#include <gtest/gtest.h>

namespace heddle::search {
namespace {

PlannedStep write(std::size_t thread, std::uint64_t object) {
  return {thread_id(thread), 0, false, {{ObjectId{object}, 0, AccessMode::write}}};
}

constexpr std::uint64_t kX = 1;
constexpr std::uint64_t kY = 2;

std::string text(const WakeupTree& tree) {
  std::string result;
  for (const WakeupTree& child : tree.children) {
    result += std::to_string(index(child.step.thread));
    if (!child.children.empty()) result += '(' + text(child) + ')';
  }
  return result;
}

class WakeupTreeTest : public testing::Test {
 protected:
  void SetUp() override { insert(tree_, {write(1, kX), write(2, kY)}); }
  WakeupTree tree_;
};

TEST_F(WakeupTreeTest, ASequenceIsAChain) { EXPECT_EQ(text(tree_), "1(2)"); }

TEST_F(WakeupTreeTest, AConflictingSequenceIsANewBranch) {
  insert(tree_, {write(2, kY), write(3, kX)});
  EXPECT_EQ(text(tree_), "1(2)2(3)");
}

TEST_F(WakeupTreeTest, AnotherOrderOfIndependentStepsIsThereAlready) {
  insert(tree_, {write(2, kY), write(1, kX)});
  EXPECT_EQ(text(tree_), "1(2)");
}

TEST_F(WakeupTreeTest, WhatDiffersLaterBranchesLater) {
  insert(tree_, {write(1, kX), write(3, kY)});
  EXPECT_EQ(text(tree_), "1(23)");
}

TEST_F(WakeupTreeTest, ALeafStandsForEverythingThatFollows) {
  insert(tree_, {write(1, kX), write(2, kY), write(3, kX)});
  EXPECT_EQ(text(tree_), "1(2)");
}

TEST_F(WakeupTreeTest, AStepThatDependsOnAllCoversNothingElse) {
  WakeupTree tree;
  insert(tree, {{thread_id(1), 0, true, {}}});
  insert(tree, {write(2, kY)});
  EXPECT_EQ(text(tree), "12");
}

TEST_F(WakeupTreeTest, AnotherAlternativeIsAnotherBranch) {
  PlannedStep second = write(1, kX);
  second.alternative = 1;
  insert(tree_, {second});
  EXPECT_EQ(text(tree_), "1(2)1");
}

TEST_F(WakeupTreeTest, ABranchInProgressTakesNothingIn) {
  tree_.children.front().in_progress = true;
  insert(tree_, {write(1, kX)});
  EXPECT_EQ(text(tree_), "1(2)1");
}

}  // namespace
}  // namespace heddle::search
