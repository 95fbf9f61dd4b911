// Distances equal those of an explicit search over configurations, on random graphs.
#include "guidance/distance.hpp"

#include <gtest/gtest.h>

#include "guidance/random_graph.hpp"
#include "guidance/slow_distance.hpp"

namespace heddle::guidance {
namespace {

constexpr Weights kWeights{.synchronisation = 50,
                           .access = 7,
                           .node = 1,
                           .call = 2,
                           .ret = 3,
                           .external = 5,
                           .guess = 11,
                           .exception = 400};

std::vector<NodeId> random_targets(const ProgramGraph& graph, Random& random) {
  std::vector<NodeId> targets;
  for (std::uint64_t left = 1 + random.below(2); left > 0; --left) {
    targets.push_back(static_cast<NodeId>(random.below(graph.nodes.size())));
  }
  return targets;
}

// Nodes that call a function of the graph and have one return site or none.
std::vector<NodeId> random_stack(const ProgramGraph& graph, Random& random) {
  std::vector<NodeId> calling;
  for (NodeId id = 0; id < graph.nodes.size(); ++id) {
    if (graph.nodes[id].calls != kNone && !graph.nodes[id].returns) calling.push_back(id);
  }
  std::vector<NodeId> stack;
  if (calling.empty()) return stack;
  for (std::uint64_t left = random.below(4); left > 0; --left) {
    stack.push_back(calling[random.below(calling.size())]);
  }
  return stack;
}

std::vector<StackFrame> frames_of(const ProgramGraph& graph, NodeId top,
                                  const std::vector<NodeId>& calls) {
  std::vector<StackFrame> frames{{.node = top}};
  for (auto call = calls.rbegin(); call != calls.rend(); ++call) {
    const Node& node = graph.nodes[*call];
    frames.push_back({.node = node.successors.empty() ? kNone : node.successors.front(),
                      .landing_pad = node.landing_pad});
  }
  return frames;
}

TEST(Distance, EqualsAnExplicitSearchOnRandomGraphs) {
  Random random(21);
  int reachable = 0;
  int unreachable = 0;
  for (int round = 0; round < 3000; ++round) {
    const ProgramGraph graph = random_graph(random);
    const std::vector<NodeId> targets = random_targets(graph, random);
    const ThroughCosts through = through_costs(graph, kWeights);
    const std::vector<Cost> costs = costs_to(graph, kWeights, through, targets);
    slow::Pushdown explicit_search(graph, kWeights, {targets.begin(), targets.end()});
    for (int stack = 0; stack < 4; ++stack) {
      const auto top = static_cast<NodeId>(random.below(graph.nodes.size()));
      const std::vector<NodeId> calls = random_stack(graph, random);
      const Cost fast = distance(kWeights, through, costs, frames_of(graph, top, calls));
      ASSERT_EQ(fast, explicit_search.distance({top, calls, false})) << "round " << round;
      ++(fast == kUnreachable ? unreachable : reachable);
    }
  }
  EXPECT_GT(reachable, 3000);
  EXPECT_GT(unreachable, 1000);
}

TEST(Distance, EqualsAnExplicitSearchFromAnUnknownContext) {
  Random random(22);
  for (int round = 0; round < 1500; ++round) {
    const ProgramGraph graph = random_graph(random);
    const std::vector<NodeId> targets = random_targets(graph, random);
    const ThroughCosts through = through_costs(graph, kWeights);
    const std::vector<Cost> costs = costs_to(graph, kWeights, through, targets);
    const std::vector<Cost> best = costs_from_any_context(graph, kWeights, through, costs);
    slow::Pushdown explicit_search(graph, kWeights, {targets.begin(), targets.end()});
    for (NodeId id = 0; id < graph.nodes.size(); ++id) {
      ASSERT_EQ(best[id], explicit_search.distance({id, {}, true})) << "round " << round;
    }
  }
}

TEST(Distance, SolvesItsEquations) {
  Random random(23);
  for (int round = 0; round < 1500; ++round) {
    const ProgramGraph graph = random_graph(random);
    const std::vector<NodeId> targets = random_targets(graph, random);
    const ThroughCosts through = through_costs(graph, kWeights);
    const slow::Fixpoint slow = slow::fixpoint(graph, kWeights, {targets.begin(), targets.end()});
    ASSERT_EQ(through.to_exit, slow.to_exit);
    ASSERT_EQ(costs_to(graph, kWeights, through, targets), slow.to_target);
  }
}

TEST(Distance, ForeignFramesReturn) {
  ProgramGraph graph;
  graph.functions.push_back({"f", 0, false});
  graph.nodes.resize(2);
  graph.nodes[0] = {.begin = 0, .end = 4, .function = 0, .successors = {1}};
  graph.nodes[1] = {.begin = 4, .end = 8, .function = 0, .returns = true};
  const ThroughCosts through = through_costs(graph, kWeights);
  const std::vector<Cost> costs = costs_to(graph, kWeights, through, std::vector<NodeId>{1});
  const std::vector<StackFrame> stack{{.foreign = true}, {.node = 0}};
  EXPECT_EQ(distance(kWeights, through, costs, stack), 5 + 3 + 1);
}

// A chain of functions each of which calls the next one twice.
TEST(Distance, ExponentialCostsStayReachable) {
  ProgramGraph graph;
  constexpr FunctionId kFunctions = 60;
  for (FunctionId id = 0; id < kFunctions; ++id) {
    const auto first = static_cast<NodeId>(graph.nodes.size());
    graph.functions.push_back({"f", first, false});
    graph.call_sets.push_back({id + 1 < kFunctions ? id + 1 : id});
    for (NodeId i = 0; i < 3; ++i) {
      const bool calls = i < 2 && id + 1 < kFunctions;
      graph.nodes.push_back(
          {.begin = 3 * id + i,
           .end = 3 * id + i + 1,
           .function = id,
           .visible = Visible::synchronisation,
           .returns = i == 2,
           .calls = calls ? id : kNone,
           .successors = i == 2 ? std::vector<NodeId>{} : std::vector<NodeId>{first + i + 1}});
    }
  }
  const ThroughCosts through = through_costs(graph, kWeights);
  EXPECT_EQ(through.to_exit[0], kFarthest);
  const std::vector<Cost> costs = costs_to(graph, kWeights, through, std::vector<NodeId>{2});
  EXPECT_EQ(costs[0], kFarthest);
  EXPECT_EQ(costs[3], kUnreachable);
}

}  // namespace
}  // namespace heddle::guidance
