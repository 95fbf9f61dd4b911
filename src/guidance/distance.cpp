#include "guidance/distance.hpp"

#include <algorithm>
#include <functional>
#include <queue>
#include <utility>

namespace heddle::guidance {
namespace {

using Entry = std::pair<Cost, NodeId>;
using Queue = std::priority_queue<Entry, std::vector<Entry>, std::greater<>>;
using Lists = std::vector<std::vector<std::uint32_t>>;

// The edges of a graph, backwards.
struct Reversed {
  explicit Reversed(const ProgramGraph& graph)
      : predecessors(graph.nodes.size()),
        throwers(graph.nodes.size()),
        entered(graph.nodes.size()),
        callers(graph.call_sets.size()),
        spawners(graph.call_sets.size()),
        sets_of(graph.functions.size()) {
    for (NodeId id = 0; id < graph.nodes.size(); ++id) {
      const Node& node = graph.nodes[id];
      for (const NodeId next : node.successors) predecessors[next].push_back(id);
      if (node.landing_pad != kNone) throwers[node.landing_pad].push_back(id);
      if (node.calls != kNone) callers[node.calls].push_back(id);
      if (node.spawns != kNone) spawners[node.spawns].push_back(id);
    }
    for (CallSetId set = 0; set < graph.call_sets.size(); ++set) {
      for (const FunctionId function : graph.call_sets[set]) sets_of[function].push_back(set);
    }
    for (FunctionId id = 0; id < graph.functions.size(); ++id) {
      const NodeId entry = graph.functions[id].entry;
      if (entry != kNone) entered[entry].push_back(id);
    }
  }

  Lists predecessors;  // of a node
  Lists throwers;      // nodes with this landing pad
  Lists entered;       // functions that begin at a node
  Lists callers;       // nodes that call one of a set
  Lists spawners;      // nodes that start a thread with one of a set
  Lists sets_of;       // call sets that contain a function
};

// Phase 1.  Knuth (1977): all costs are sums of costs that are final earlier, so a queue ordered by
// cost finds each of them once, including those of recursive functions.
class Through {
 public:
  Through(const ProgramGraph& graph, const Weights& weights)
      : graph_(graph), weights_(weights), reversed_(graph) {
    costs_.to_exit.assign(graph.nodes.size(), kUnreachable);
    costs_.through_set.assign(graph.call_sets.size(), kUnreachable);
    rest_.assign(graph.nodes.size(), kUnreachable);
  }

  ThroughCosts solve() {
    for (NodeId id = 0; id < graph_.nodes.size(); ++id) {
      if (graph_.nodes[id].returns) continue_with(id, 0);
    }
    while (!queue_.empty()) {
      const auto [cost, id] = queue_.top();
      queue_.pop();
      if (cost >= costs_.to_exit[id]) continue;
      costs_.to_exit[id] = cost;
      settle(id, cost);
    }
    return std::move(costs_);
  }

 private:
  // A way from the end of a node to the exit of its function.
  void continue_with(NodeId id, Cost cost) {
    rest_[id] = std::min(rest_[id], cost);
    offer(id);
  }

  void offer(NodeId id) {
    const Node& node = graph_.nodes[id];
    Cost cost = plus(rest_[id], cost_of(node, weights_));
    if (node.calls != kNone) cost = plus(plus(cost, costs_.through_set[node.calls]), weights_.ret);
    if (cost != kUnreachable) queue_.emplace(cost, id);
  }

  void settle(NodeId id, Cost cost) {
    for (const NodeId before : reversed_.predecessors[id]) continue_with(before, cost);
    for (const NodeId thrower : reversed_.throwers[id]) {
      const Cost thrown =
          plus(plus(cost, cost_of(graph_.nodes[thrower], weights_)), weights_.exception);
      queue_.emplace(thrown, thrower);
    }
    for (const FunctionId function : reversed_.entered[id]) {
      for (const CallSetId set : reversed_.sets_of[function]) {
        if (costs_.through_set[set] <= cost) continue;
        costs_.through_set[set] = cost;
        for (const NodeId caller : reversed_.callers[set]) offer(caller);
      }
    }
  }

  const ProgramGraph& graph_;
  const Weights& weights_;
  const Reversed reversed_;
  ThroughCosts costs_;
  std::vector<Cost> rest_;  // from the end of a node, callee passed, to the exit
  Queue queue_;
};

// Distances with an unknown stack: a search over nodes, over functions that have returned to a
// caller, and over functions that an exception leaves.
class AnyContext {
 public:
  AnyContext(const ProgramGraph& graph, const Weights& weights, const ThroughCosts& through)
      : graph_(graph),
        weights_(weights),
        through_(through),
        reversed_(graph),
        nodes_of_(graph.functions.size()),
        returned_(static_cast<std::uint32_t>(graph.nodes.size())),
        thrown_(static_cast<std::uint32_t>(graph.nodes.size() + graph.functions.size())),
        best_(graph.nodes.size() + 2 * graph.functions.size(), kUnreachable) {
    for (NodeId id = 0; id < graph.nodes.size(); ++id) {
      nodes_of_[graph.nodes[id].function].push_back(id);
    }
  }

  std::vector<Cost> solve(const std::vector<Cost>& costs) {
    for (NodeId id = 0; id < returned_; ++id) offer(id, costs[id]);
    while (!queue_.empty()) {
      const auto [cost, place] = queue_.top();
      queue_.pop();
      if (cost >= best_[place]) continue;
      best_[place] = cost;
      if (place < returned_) {
        settle_node(place, cost);
      } else if (place < thrown_) {
        settle_returned(place - returned_, cost);
      } else {
        settle_thrown(place - thrown_, cost);
      }
    }
    best_.resize(graph_.nodes.size());
    return std::move(best_);
  }

 private:
  void offer(std::uint32_t place, Cost cost) {
    if (cost < best_[place]) queue_.emplace(cost, place);
  }

  // Offers `cost` to the callees of a node, as functions of the kind that begins at `first`.
  void offer_callees(NodeId caller, std::uint32_t first, Cost cost) {
    const CallSetId set = graph_.nodes[caller].calls;
    if (set == kNone) return;
    for (const FunctionId callee : graph_.call_sets[set]) offer(first + callee, cost);
  }

  void settle_node(NodeId id, Cost cost) {
    for (const NodeId caller : reversed_.predecessors[id]) {
      offer_callees(caller, returned_, plus(cost, weights_.ret));
    }
    for (const NodeId caller : reversed_.throwers[id]) offer_callees(caller, thrown_, cost);
  }

  void settle_returned(FunctionId function, Cost cost) {
    for (const NodeId id : nodes_of_[function]) {
      offer(id, plus(cost, through_.to_exit[id]));
      if (graph_.nodes[id].returns) offer_callees(id, returned_, plus(cost, weights_.ret));
    }
  }

  void settle_thrown(FunctionId function, Cost cost) {
    for (const NodeId id : nodes_of_[function]) {
      offer(id, plus(cost, weights_.exception));
      offer_callees(id, thrown_, cost);
    }
  }

  const ProgramGraph& graph_;
  const Weights& weights_;
  const ThroughCosts& through_;
  const Reversed reversed_;
  Lists nodes_of_;
  const std::uint32_t returned_;  // places from here on: functions that have returned
  const std::uint32_t thrown_;    // places from here on: functions that an exception leaves
  std::vector<Cost> best_;
  Queue queue_;
};

}  // namespace

Cost cost_of(const Node& node, const Weights& weights) {
  Cost cost = weights.node;
  if (node.visible == Visible::access) cost = plus(cost, weights.access);
  if (node.visible == Visible::synchronisation) cost = plus(cost, weights.synchronisation);
  if (node.external && node.visible == Visible::none) cost = plus(cost, weights.external);
  if (node.calls != kNone) cost = plus(cost, weights.call);
  if (node.guessed) cost = plus(cost, weights.guess);
  return cost;
}

ThroughCosts through_costs(const ProgramGraph& graph, const Weights& weights) {
  return Through(graph, weights).solve();
}

// Phase 2.
std::vector<Cost> costs_to(const ProgramGraph& graph, const Weights& weights,
                           const ThroughCosts& through, std::span<const NodeId> targets) {
  const Reversed reversed(graph);
  std::vector<Cost> costs(graph.nodes.size(), kUnreachable);
  Queue queue;
  const auto offer = [&](Cost cost, NodeId id) {
    cost = plus(cost, cost_of(graph.nodes[id], weights));
    if (cost < costs[id]) queue.emplace(cost, id);
  };
  for (const NodeId target : targets) queue.emplace(0, target);
  while (!queue.empty()) {
    const auto [cost, id] = queue.top();
    queue.pop();
    if (cost >= costs[id]) continue;
    costs[id] = cost;
    for (const NodeId before : reversed.predecessors[id]) {
      const CallSetId set = graph.nodes[before].calls;
      const Cost passage = set == kNone ? 0 : plus(through.through_set[set], weights.ret);
      offer(plus(cost, passage), before);
    }
    for (const NodeId thrower : reversed.throwers[id]) {
      offer(plus(cost, weights.exception), thrower);
    }
    for (const FunctionId function : reversed.entered[id]) {
      for (const CallSetId set : reversed.sets_of[function]) {
        for (const NodeId caller : reversed.callers[set]) offer(cost, caller);
        for (const NodeId spawner : reversed.spawners[set]) {
          offer(plus(cost, weights.call), spawner);
        }
      }
    }
  }
  return costs;
}

std::vector<Cost> costs_from_any_context(const ProgramGraph& graph, const Weights& weights,
                                         const ThroughCosts& through,
                                         const std::vector<Cost>& costs) {
  return AnyContext(graph, weights, through).solve(costs);
}

// Phase 3.
Cost distance(const Weights& weights, const ThroughCosts& through, const std::vector<Cost>& costs,
              std::span<const StackFrame> stack) {
  Cost best = kUnreachable;
  Cost arrival = 0;  // until the frame goes on
  for (const StackFrame& frame : stack) {
    Cost leaving = frame.foreign ? plus(arrival, weights.external) : kUnreachable;
    if (frame.node != kNone) {
      best = std::min(best, plus(arrival, costs[frame.node]));
      leaving = plus(arrival, through.to_exit[frame.node]);
    }
    if (frame.landing_pad != kNone) {
      best = std::min(best, plus(weights.exception, costs[frame.landing_pad]));
      leaving = std::min(leaving, plus(weights.exception, through.to_exit[frame.landing_pad]));
    }
    arrival = plus(leaving, weights.ret);
    // Frames further out may still catch an exception, so an endless frame does not end the loop.
  }
  return best;
}

}  // namespace heddle::guidance
