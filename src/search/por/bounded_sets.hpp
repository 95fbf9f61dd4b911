// Partial-order reduction that keeps the guarantee of a bound on preemptions (Coons, Musuvathi,
// McKinley, "Bounded partial-order reduction", OOPSLA 2013).  Under a bound, independent steps
// are not: one may use up the preemption that another needs.  So besides the state before a
// dependent step, a thread is tried where the turn could have come to it for free: at the states
// before it, back to where the other thread got its turn, at which leaving that one costs nothing.
//
// For every other thread its own last dependent step counts, whatever happened before, and whether
// both could move at once.
#pragma once

#include "search/por/wanted_threads.hpp"

namespace heddle::search {

class BoundedSets final : public WantedThreads {
 public:
  BoundedSets() : WantedThreads(Sleep::none) {}

  void arrived(std::vector<ReductionNode>& nodes, Causality& causality,
               const StateView& view) override;
  void ended(std::vector<ReductionNode>& nodes, Causality& causality, std::uint32_t first_new,
             std::span<const LeftThread> left) override;
  std::string_view name() const override { return "bounded persistent sets"; }

 private:
  static void look(std::vector<ReductionNode>& nodes, const Causality& causality,
                   const PlannedStep& later, std::uint32_t end);
  static void want(ReductionNode& node, ThreadId thread);
};

}  // namespace heddle::search
