// The smallest priority first, and of equals the newest; the same when most of it waits on disk.
#include "search/strategy/fringe.hpp"

#include <gtest/gtest.h>

#include "model/model_system.hpp"
#include "search/by_hand.hpp"
#include "search/engine/explorer.hpp"
#include "search/recipes/recipes.hpp"
#include "search/strategy/best_first.hpp"

namespace heddle::search {
namespace {

TEST(Fringe, TakesTheSmallestFirstAndOfEqualsTheNewest) {
  ExecutionTree tree(ExecutionTree::Records::none);
  Fringe fringe(tree);
  const NodeId late = tree.add(tree.root(), 0, decide(1));
  const NodeId older = tree.add(tree.root(), 0, decide(2));
  const NodeId newer = tree.add(tree.root(), 0, decide(3));
  fringe.push(late, 9);
  fringe.push(older, 1);
  fringe.push(newer, 1);
  EXPECT_EQ(fringe.pop(), newer);
  EXPECT_EQ(fringe.pop(), older);
  EXPECT_EQ(fringe.pop(), late);
  EXPECT_EQ(fringe.pop(), kNoNode);
}

// Every second one goes to another tree, and both keep the order.
TEST(Fringe, SharesEverySecondExecution) {
  ExecutionTree tree(ExecutionTree::Records::none);
  Fringe fringe(tree);
  EXPECT_FALSE(fringe.has_several());
  const NodeId parent = tree.add(tree.root(), 2, decide(1));
  tree[tree.root()].executed = 1;
  tree[parent].executed = 1;
  for (std::uint16_t i = 0; i < 5; ++i) {
    fringe.push(tree.add(parent, 5, decide(i)), i < 3 ? 4 : 2);
    EXPECT_EQ(fringe.has_several(), i > 0);
  }
  // Would be taken in the order 4 3 2 1 0.
  std::vector<WaitingExecution> given;
  const auto refuse = [](const std::vector<WaitingExecution>&) { return false; };
  const auto accept = [&](const std::vector<WaitingExecution>& half) {
    given = half;
    return true;
  };
  fringe.share(1, accept);
  EXPECT_TRUE(given.empty()) << "none is so short";
  fringe.share(100, refuse);
  fringe.share(100, accept);
  ASSERT_EQ(given.size(), 2U);
  EXPECT_EQ(given[0].priority, 2U);
  EXPECT_EQ(given[0].deviations, (std::vector<Choice>{{2, decide(1)}, {5, decide(3)}}));
  EXPECT_EQ(given[1].priority, 4U);
  EXPECT_EQ(given[1].deviations, (std::vector<Choice>{{2, decide(1)}, {5, decide(1)}}));
  EXPECT_EQ(tree[fringe.pop()].decision, decide(4));
  EXPECT_EQ(tree[fringe.pop()].decision, decide(2));
  EXPECT_EQ(tree[fringe.pop()].decision, decide(0));
  EXPECT_EQ(fringe.pop(), kNoNode);

  ExecutionTree elsewhere(ExecutionTree::Records::none);
  Fringe other(elsewhere);
  given.push_back({4, {{2, decide(1)}, {5, decide(0)}}});
  other.add(given);
  EXPECT_EQ(elsewhere.size(), 6U) << "two roots, the common parent, and three";
  for (const Decision decision : {decide(3), decide(1), decide(0)}) {
    const NodeId node = other.pop();
    EXPECT_EQ(elsewhere[node].decision, decision);
    EXPECT_EQ(elsewhere[elsewhere[node].parent].decision, decide(1));
    elsewhere[node].executed = 1;
    elsewhere.let_go(node);
  }
  EXPECT_EQ(elsewhere.size(), 1U) << "the first root, which was not executed";
}

struct Schedules : SearchObserver {
  std::vector<Schedule> all;
  void run_ended(const Path& path, Verdict) override { all.push_back(path.schedule()); }
};

struct Outcome {
  std::vector<Schedule> schedules;
  std::size_t most = 0;
  std::size_t left = 0;
  std::uint64_t spilled = 0;
};

// 1,680 schedules.
Outcome explore(std::size_t bytes, const std::string& folder, PriorityKind priority) {
  model::ModelSystem system(*model::parse_program("A x;A x;A x / A x;A x;A x / A x;A x;A x"));
  Recipe recipe = std::move(*best_first({.priority = {{priority}}}));
  auto& frontier = dynamic_cast<BestFirst&>(*recipe.frontier);
  if (bytes != 0) frontier.limit_memory(bytes, folder);
  Schedules observer;
  Explorer explorer(system, std::move(recipe), {}, observer);
  EXPECT_EQ(explorer.explore(), End::exhausted);
  return {observer.all, frontier.tree().most(), frontier.tree().size(), frontier.spilled()};
}

TEST(Fringe, WhatWaitsOnDiskComesInTheSameOrder) {
  constexpr std::size_t kNodes = 60;
  for (const PriorityKind priority : {PriorityKind::pb, PriorityKind::rand}) {
    const Outcome plain = explore(0, "", priority);
    EXPECT_EQ(plain.schedules.size(), 1'680U);
    EXPECT_EQ(plain.spilled, 0U);
    const Outcome spilled = explore(kNodes * sizeof(ExecutionNode), testing::TempDir(), priority);
    EXPECT_EQ(spilled.schedules, plain.schedules);
    EXPECT_GT(spilled.spilled, 0U);
    EXPECT_LT(spilled.most, plain.most);
    EXPECT_EQ(spilled.left, 0U);
  }
}

TEST(Fringe, WithoutRoomOnDiskNothingIsLost) {
  const Outcome plain = explore(0, "", PriorityKind::pb);
  const Outcome full = explore(sizeof(ExecutionNode), "/nowhere", PriorityKind::pb);
  EXPECT_EQ(full.schedules, plain.schedules);
  EXPECT_EQ(full.spilled, 0U);
}

}  // namespace
}  // namespace heddle::search
