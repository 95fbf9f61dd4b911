// Distances computed in obvious ways, to compare the fast ones with.
#pragma once

#include <algorithm>
#include <map>
#include <queue>
#include <set>
#include <tuple>
#include <vector>

#include "guidance/distance.hpp"

namespace heddle::guidance::slow {

// A thread: the current node and the calling nodes of its stack, outermost first.  An open stack
// has unknown callers below it.
struct Configuration {
  NodeId node = kNone;
  std::vector<NodeId> calls;
  bool open = false;

  friend auto operator<=>(const Configuration&, const Configuration&) = default;
};

// Dijkstra's algorithm over explicit configurations.  A shortest path never nests a function in
// itself while it passes over calls, nor enters one twice on its way down, so stacks that are
// deeper by twice the number of functions need no look.
class Pushdown {
 public:
  Pushdown(const ProgramGraph& graph, const Weights& weights, std::set<NodeId> targets)
      : graph_(graph), weights_(weights), targets_(std::move(targets)) {}

  Cost distance(const Configuration& start) {
    costs_.clear();
    queue_ = {};
    deepest_ = start.calls.size() + 2 * graph_.functions.size() + 1;
    offer(0, start);
    while (!queue_.empty()) {
      const auto [cost, here] = queue_.top();
      queue_.pop();
      if (targets_.count(here.node) > 0) return cost;
      if (cost == costs_[here]) expand(cost, here);
    }
    return kUnreachable;
  }

 private:
  using Entry = std::pair<Cost, Configuration>;

  void offer(Cost cost, const Configuration& there) {
    if (there.calls.size() > deepest_) return;
    const auto [known, added] = costs_.emplace(there, cost);
    if (!added && known->second <= cost) return;
    known->second = cost;
    queue_.emplace(cost, there);
  }

  void expand(Cost cost, const Configuration& here) {
    const Node& node = graph_.nodes[here.node];
    const Cost after = cost + cost_of(node, weights_);
    if (node.calls == kNone) {
      go_on(after, here.node, here.calls, here.open);
    } else {
      for (const FunctionId callee : graph_.call_sets[node.calls]) {
        Configuration inside{graph_.functions[callee].entry, here.calls, here.open};
        inside.calls.push_back(here.node);
        offer(after, inside);
      }
    }
    if (node.landing_pad != kNone) {
      offer(after + weights_.exception, {node.landing_pad, here.calls, here.open});
    }
    if (node.spawns != kNone) {
      for (const FunctionId start : graph_.call_sets[node.spawns]) {
        offer(after + weights_.call, {graph_.functions[start].entry, {}, false});
      }
    }
    throw_from(cost + weights_.exception, here);
  }

  // At the end of a node, callee passed.
  void go_on(Cost cost, NodeId id, const std::vector<NodeId>& calls, bool open) {
    for (const NodeId next : graph_.nodes[id].successors) offer(cost, {next, calls, open});
    if (!graph_.nodes[id].returns) return;
    if (!calls.empty()) {
      std::vector<NodeId> rest = calls;
      rest.pop_back();
      go_on(cost + weights_.ret, calls.back(), rest, open);
    } else if (open) {
      return_to_any(cost, graph_.nodes[id].function, {});
    }
  }

  void return_to_any(Cost cost, FunctionId function, std::set<FunctionId> tails) {
    if (!tails.insert(function).second) return;
    for (const NodeId caller : callers_of(function)) {
      for (const NodeId next : graph_.nodes[caller].successors) {
        offer(cost + weights_.ret, {next, {}, true});
      }
      if (graph_.nodes[caller].returns) {
        return_to_any(cost + weights_.ret, graph_.nodes[caller].function, tails);
      }
    }
  }

  void throw_from(Cost cost, const Configuration& here) {
    for (std::size_t i = 0; i < here.calls.size(); ++i) {
      const NodeId caught = graph_.nodes[here.calls[i]].landing_pad;
      if (caught == kNone) continue;
      offer(cost,
            {caught, {here.calls.begin(), here.calls.begin() + static_cast<long>(i)}, here.open});
    }
    if (!here.open) return;
    const NodeId bottom = here.calls.empty() ? here.node : here.calls.front();
    std::set<FunctionId> left;
    std::vector<FunctionId> leaving{graph_.nodes[bottom].function};
    while (!leaving.empty()) {
      const FunctionId function = leaving.back();
      leaving.pop_back();
      if (!left.insert(function).second) continue;
      for (const NodeId caller : callers_of(function)) {
        if (graph_.nodes[caller].landing_pad != kNone) {
          offer(cost, {graph_.nodes[caller].landing_pad, {}, true});
        }
        leaving.push_back(graph_.nodes[caller].function);
      }
    }
  }

  std::vector<NodeId> callers_of(FunctionId function) const {
    std::vector<NodeId> callers;
    for (NodeId id = 0; id < graph_.nodes.size(); ++id) {
      if (graph_.nodes[id].calls == kNone) continue;
      const auto& set = graph_.call_sets[graph_.nodes[id].calls];
      if (std::find(set.begin(), set.end(), function) != set.end()) callers.push_back(id);
    }
    return callers;
  }

  const ProgramGraph& graph_;
  const Weights& weights_;
  const std::set<NodeId> targets_;
  std::size_t deepest_ = 0;
  std::map<Configuration, Cost> costs_;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue_;
};

// The equations of the distance, evaluated for all nodes until nothing changes: for graphs of real
// programs, which have too many configurations.
struct Fixpoint {
  std::vector<Cost> to_exit;
  std::vector<Cost> to_target;
};

inline Fixpoint fixpoint(const ProgramGraph& graph, const Weights& weights,
                         const std::set<NodeId>& targets) {
  const std::size_t size = graph.nodes.size();
  Fixpoint found{std::vector<Cost>(size, kUnreachable), std::vector<Cost>(size, kUnreachable)};
  const auto entry_min = [&](CallSetId set, const std::vector<Cost>& costs) {
    Cost best = kUnreachable;
    for (const FunctionId callee : graph.call_sets[set]) {
      best = std::min(best, costs[graph.functions[callee].entry]);
    }
    return best;
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (NodeId id = static_cast<NodeId>(size); id-- > 0;) {
      const Node& node = graph.nodes[id];
      Cost exit = node.returns ? 0 : kUnreachable;
      Cost target = kUnreachable;
      for (const NodeId next : node.successors) {
        exit = std::min(exit, found.to_exit[next]);
        target = std::min(target, found.to_target[next]);
      }
      if (node.calls != kNone) {
        const Cost passage = plus(entry_min(node.calls, found.to_exit), weights.ret);
        exit = plus(exit, passage);
        target = std::min(plus(target, passage), entry_min(node.calls, found.to_target));
      }
      if (node.landing_pad != kNone) {
        exit = std::min(exit, plus(found.to_exit[node.landing_pad], weights.exception));
        target = std::min(target, plus(found.to_target[node.landing_pad], weights.exception));
      }
      if (node.spawns != kNone) {
        target = std::min(target, plus(entry_min(node.spawns, found.to_target), weights.call));
      }
      exit = plus(exit, cost_of(node, weights));
      target = targets.count(id) > 0 ? 0 : plus(target, cost_of(node, weights));
      changed |= exit < found.to_exit[id] || target < found.to_target[id];
      found.to_exit[id] = std::min(found.to_exit[id], exit);
      found.to_target[id] = std::min(found.to_target[id], target);
    }
  }
  return found;
}

}  // namespace heddle::guidance::slow
