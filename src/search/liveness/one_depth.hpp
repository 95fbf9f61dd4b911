// Whether a search that leaves out steps may have left out loops of states.
//
// To every run there is an explored one that differs in the order of independent steps alone; so
// where there are loops, explored runs are endless too, and some state lies at several depths.  The
// other way round nothing is proven: what the loops are is up to a search that takes every step.
#pragma once

#include "search/liveness/cycle_check.hpp"
#include "search/state/visited_asleep.hpp"

namespace heddle::search {

class OneDepth final : public CycleCheck {
 public:
  // REQUIRES: the store outlives this.
  explicit OneDepth(const VisitedAsleep& visited) : visited_(visited) {}

  std::optional<Failure> revisited(const Path&) override { return std::nullopt; }
  std::uint64_t cycles_closed() const override { return visited_.other_depths(); }

 private:
  const VisitedAsleep& visited_;
};

}  // namespace heddle::search
