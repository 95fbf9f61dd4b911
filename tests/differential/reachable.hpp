// The states that a model program can reach, by a search of its own that shares no code with the
// search room.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "model/model_system.hpp"

namespace heddle {

using Contents = std::vector<std::uint64_t>;

struct Limits {
  std::uint64_t preemptions = UINT64_MAX;
  std::uint64_t depth = UINT64_MAX;
};

struct Reachable {
  std::set<Contents> states;  // but those at the end of failed runs
  std::set<Contents> deadlocks;
  std::set<Contents> ends;  // where a run ends, failed or not
};

// Nodes are a state, who moved last, and what was spent: nothing is merged that could matter.
class ReachableOf {
 public:
  ReachableOf(const model::Program& program, const Limits& limits) : limits_(limits) {
    visit(model::ModelSystem(program), {});
    while (!open_.empty()) {
      const Node node = std::move(open_.front());
      open_.pop_front();
      expand(node);
    }
  }

  const Reachable& result() const { return result_; }

 private:
  struct Spent {
    std::uint64_t preemptions = 0;
    std::uint64_t depth = 0;
  };
  struct Node {
    model::ModelSystem system;
    Spent spent;
  };

  void visit(model::ModelSystem system, Spent spent) {
    // Depth matters only where it is limited; without a limit the programs' loops would never end.
    const std::uint64_t depth = limits_.depth == UINT64_MAX ? 0 : spent.depth;
    const std::uint64_t preemptions = limits_.preemptions == UINT64_MAX ? 0 : spent.preemptions;
    Contents key = contents(system.state());
    const Verdict verdict = system.view().verdict;
    if (verdict != Verdict::failed) result_.states.insert(key);
    if (verdict == Verdict::deadlock) result_.deadlocks.insert(key);
    if (verdict != Verdict::running) {
      result_.ends.insert(std::move(key));
      return;
    }
    key.insert(key.end(), {index(system.view().last), preemptions, depth});
    if (seen_.insert(std::move(key)).second) open_.push_back({std::move(system), spent});
  }

  void expand(const Node& node) {
    const StateView& view = node.system.view();
    const ThreadView* last = view.find(view.last);
    const bool turn = last != nullptr && last->enabled() && !last->yielding;
    for (const ThreadView& thread : view.threads) {
      Spent spent = node.spent;
      spent.depth += 1;
      spent.preemptions += turn && thread.id != view.last ? 1 : 0;
      if (spent.preemptions > limits_.preemptions || spent.depth > limits_.depth) continue;
      for (std::uint16_t alternative = 0; alternative < thread.alternatives; ++alternative) {
        model::ModelSystem next = node.system;
        next.step({thread.id, alternative});
        visit(std::move(next), spent);
      }
    }
  }

  Limits limits_;
  Reachable result_;
  std::deque<Node> open_;
  std::set<Contents> seen_;
};

inline Reachable reachable(const model::Program& program, const Limits& limits = {}) {
  return ReachableOf(program, limits).result();
}

}  // namespace heddle
