#include "guidance/shortest_path.hpp"

#include <algorithm>
#include <set>

namespace heddle::guidance {
namespace {

// Follows the costs downhill.
class Descent {
 public:
  Descent(const ProgramGraph& graph, const Weights& weights, std::span<const NodeId> to)
      : graph_(graph),
        weights_(weights),
        through_(through_costs(graph, weights)),
        costs_(costs_to(graph, weights, through_, to)),
        best_(costs_from_any_context(graph, weights, through_, costs_)),
        targets_(to.begin(), to.end()) {}

  ShortestPath from(std::span<const NodeId> starts) const {
    ShortestPath path;
    NodeId at = kNone;
    for (const NodeId start : starts) {
      if (best_[start] >= path.distance) continue;
      path.distance = best_[start];
      at = start;
    }
    if (at == kNone) return path;
    path.steps.push_back({PathStep::Kind::start, at, kNone});
    // Saturated costs are equal along cycles, so visited nodes end the walk.
    std::set<std::pair<NodeId, bool>> visited;
    bool leaving = best_[at] < costs_[at];
    while (targets_.count(at) == 0 && visited.emplace(at, leaving).second) {
      const PathStep step = leaving ? leave(at) : descend(at);
      if (step.node == kNone) break;
      path.steps.push_back(step);
      at = step.node;
      leaving = leaving && best_[at] < costs_[at];
    }
    return path;
  }

 private:
  struct Choice {
    Cost cost = kUnreachable;
    PathStep step = {};

    void offer(Cost offered, PathStep way) {
      if (offered >= cost) return;
      cost = offered;
      step = way;
    }
  };

  // The next step to a target that is reached without a return from the function.
  PathStep descend(NodeId at) const {
    const Node& node = graph_.nodes[at];
    Choice choice;
    Cost passage = 0;
    FunctionId passed = kNone;
    if (node.calls != kNone) {
      passage = plus(through_.through_set[node.calls], weights_.ret);
      for (const FunctionId callee : graph_.call_sets[node.calls]) {
        const NodeId entry = graph_.functions[callee].entry;
        choice.offer(costs_[entry], {PathStep::Kind::enter, entry, callee});
        const bool cheapest = through_.to_exit[entry] == through_.through_set[node.calls];
        if (cheapest && passed == kNone) passed = callee;
      }
    }
    for (const NodeId next : node.successors) {
      const auto kind = passed == kNone ? PathStep::Kind::go_on : PathStep::Kind::pass_over;
      choice.offer(plus(passage, costs_[next]), {kind, next, passed});
    }
    if (node.landing_pad != kNone) {
      choice.offer(plus(weights_.exception, costs_[node.landing_pad]),
                   {PathStep::Kind::catch_thrown, node.landing_pad, kNone});
    }
    if (node.spawns != kNone) {
      for (const FunctionId started : graph_.call_sets[node.spawns]) {
        const NodeId entry = graph_.functions[started].entry;
        choice.offer(plus(weights_.call, costs_[entry]), {PathStep::Kind::spawn, entry, started});
      }
    }
    return choice.step;
  }

  // The step to the caller in which the target is nearest.
  PathStep leave(NodeId at) const {
    Choice choice;
    std::set<FunctionId> left;
    offer_callers(graph_.nodes[at].function, through_.to_exit[at], left, choice);
    return choice.step;
  }

  // `to_exit` is the cost until `function` has returned.
  void offer_callers(FunctionId function, Cost to_exit, std::set<FunctionId>& left,
                     Choice& choice) const {
    if (!left.insert(function).second) return;
    for (NodeId caller = 0; caller < graph_.nodes.size(); ++caller) {
      const Node& node = graph_.nodes[caller];
      if (node.calls == kNone) continue;
      const std::vector<FunctionId>& callees = graph_.call_sets[node.calls];
      if (std::find(callees.begin(), callees.end(), function) == callees.end()) continue;
      for (const NodeId next : node.successors) {
        choice.offer(plus(plus(to_exit, weights_.ret), best_[next]),
                     {PathStep::Kind::leave, next, node.function});
      }
      if (node.landing_pad != kNone) {
        choice.offer(plus(weights_.exception, best_[node.landing_pad]),
                     {PathStep::Kind::catch_thrown, node.landing_pad, node.function});
      }
      const Cost out = node.returns ? plus(to_exit, weights_.ret) : kUnreachable;
      offer_callers(node.function, out, left, choice);
    }
  }

  const ProgramGraph& graph_;
  const Weights& weights_;
  const ThroughCosts through_;
  const std::vector<Cost> costs_;
  const std::vector<Cost> best_;
  const std::set<NodeId> targets_;
};

}  // namespace

ShortestPath shortest_path(const ProgramGraph& graph, const Weights& weights,
                           std::span<const NodeId> from, std::span<const NodeId> to) {
  return Descent(graph, weights, to).from(from);
}

}  // namespace heddle::guidance
