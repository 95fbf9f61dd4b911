// Nodes live until they were executed and nothing is left below them, in two dozen bytes each.
#include "search/strategy/execution_tree.hpp"

#include <gtest/gtest.h>

#include "search/by_hand.hpp"
#include "search/strategy/fringe.hpp"

namespace heddle::search {
namespace {

using Records = ExecutionTree::Records;

void execute(ExecutionTree& tree, NodeId node) {
  tree[node].executed = 1;
  tree.let_go(node);
}

TEST(ExecutionTree, LetsGoOfANodeAndItsAncestorsWhenNothingIsLeft) {
  ExecutionTree tree(Records::none);
  tree[tree.root()].executed = 1;
  const NodeId child = tree.add(tree.root(), 3, decide(1));
  const NodeId sibling = tree.add(tree.root(), 5, decide(1));
  const NodeId grandchild = tree.add(child, 7, decide(2));
  EXPECT_EQ(tree.size(), 4U);
  execute(tree, child);
  EXPECT_EQ(tree.size(), 4U) << "something waits below";
  execute(tree, grandchild);
  EXPECT_EQ(tree.size(), 2U);
  execute(tree, sibling);
  EXPECT_EQ(tree.size(), 0U);
  EXPECT_EQ(tree.most(), 4U);
}

TEST(ExecutionTree, KeepsOnRecordWhatCouldBeFoundAgain) {
  ExecutionTree tree(Records::children);
  tree[tree.root()].executed = 1;
  const NodeId high = tree.add(tree.root(), 3, decide(1));
  const NodeId same = tree.add(tree.root(), 3, decide(2));
  const NodeId deep = tree.add(tree.root(), 5, decide(1));
  execute(tree, high);
  EXPECT_EQ(tree.size(), 4U) << "the other two could find it again";
  execute(tree, deep);
  EXPECT_EQ(tree.size(), 3U) << "nobody gets there any more";
  execute(tree, same);
  EXPECT_EQ(tree.size(), 0U);
}

TEST(ExecutionTree, OnlyWhatWasExecutedFallsAsleep) {
  ExecutionTree tree(Records::children);
  tree[tree.root()].executed = 1;
  const NodeId first = tree.add(tree.root(), 3, decide(1));
  const NodeId elsewhere = tree.add(tree.root(), 4, decide(1));
  const NodeId second = tree.add(tree.root(), 3, decide(2));
  const NodeId third = tree.add(tree.root(), 3, decide(3));
  tree.begin(first);
  EXPECT_EQ(tree[first].sleepers, 1U) << "the default";
  tree.begin(third);
  EXPECT_EQ(tree[third].sleepers, 1U) << "the first one waits";
  tree[first].executed = 1;
  tree[third].executed = 1;
  tree[elsewhere].executed = 1;
  tree.begin(second);
  EXPECT_EQ(tree[second].sleepers, 2U) << "the third one was found later";
  const NodeId fourth = tree.add(tree.root(), 3, decide(4));
  tree.begin(fourth);
  EXPECT_EQ(tree[fourth].sleepers, 2U) << "the second one has not ended";
}

TEST(ExecutionTree, RecordsStepsThatDidMore) {
  ExecutionTree tree(Records::children);
  const auto step = [](std::size_t thread) {
    return std::make_shared<const PlannedStep>(PlannedStep{thread_id(thread), 0, false, {}});
  };
  const NodeId first = tree.add(tree.root(), 3, decide(1));
  EXPECT_EQ(tree.step(first), nullptr);
  tree.set_step(first, step(1));
  tree.set_default_step(first, step(0));
  const NodeId second = tree.add(tree.root(), 3, decide(2));
  const NodeId elsewhere = tree.add(tree.root(), 4, decide(2));
  EXPECT_EQ(tree.step(first)->thread, thread_id(1));
  EXPECT_EQ(tree.step(second), nullptr);
  EXPECT_EQ(tree.default_step(second)->thread, thread_id(0)) << "the same state";
  EXPECT_EQ(tree.default_step(elsewhere), nullptr);
}

// What waits in a fringe costs nothing beside its node.
TEST(ExecutionTree, TakesTwoDozenBytesForEachOfMany) {
  ExecutionTree tree(Records::none);
  Fringe fringe(tree);
  constexpr std::uint32_t kMany = 100'000;
  for (std::uint32_t i = 0; i < kMany; ++i) {
    fringe.push(tree.add(tree.root(), i % 100, decide(1)), i % 256);
  }
  EXPECT_LE(fringe.bins(), 256U);
  EXPECT_LT(static_cast<double>(tree.bytes()) / kMany, 24.5);
}

}  // namespace
}  // namespace heddle::search
