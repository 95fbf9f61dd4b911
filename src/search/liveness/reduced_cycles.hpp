// Decides whether the state graph has a cycle, from the steps that a search with sleep sets takes.
//
// To every execution there is an explored one of the same length, which differs in the order of
// independent steps alone.  So a cycle of states makes explored executions endless, and the
// explored steps have a cycle too (docs/soundness.md).  If every state is reached at only one
// depth, there is none.  Otherwise the explored steps are searched.  Which cycles there are is up
// to a search that takes every step.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "search/liveness/cycle_check.hpp"
#include "search/state/visited_asleep.hpp"

namespace heddle::search {

// A step from one state to another, by the low halves of their fingerprints.  States with equal
// ones count as one, which may add a cycle but hides none.
struct ExploredStep {
  std::uint64_t from = 0;
  std::uint64_t to = 0;
};

// Returns whether the steps have a cycle.
bool have_cycle(const std::vector<ExploredStep>& steps);

class ReducedCycles final : public CycleCheck {
 public:
  // The steps that are stored.  A search with more relies on depths.
  struct Limits {
    std::size_t most = std::size_t{1} << 21;  // 32 MiB
    // While every state has one depth.  A program with several has them early.
    std::size_t of_one_depth = std::size_t{1} << 16;
  };

  // REQUIRES: the store outlives this.
  explicit ReducedCycles(const VisitedAsleep& visited) : ReducedCycles(visited, Limits{}) {}
  ReducedCycles(const VisitedAsleep& visited, const Limits& limits)
      : visited_(visited), limits_(limits) {}

  void entered(const Path& path) override { note_step(path); }
  std::optional<Failure> revisited(const Path& path) override {
    note_step(path);
    return std::nullopt;
  }
  std::uint64_t cycles_closed() const override;

 private:
  void note_step(const Path& path);
  bool is_full() const;

  const VisitedAsleep& visited_;
  Limits limits_;
  std::vector<ExploredStep> steps_;
  bool has_all_ = true;
};

}  // namespace heddle::search
