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
