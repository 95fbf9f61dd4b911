// Partial-order reduction that keeps the guarantee of a preemption bound (Coons, Musuvathi,
// McKinley, "Bounded partial-order reduction", OOPSLA 2013).  Under a bound, independent steps do
// not always commute: one may use up the preemption that another needs.
//
// So a thread is wanted not only at the state before a dependent step of another thread.  In the
// other thread's uninterrupted sequence of steps up to there, it is also wanted at the first state,
// and wherever a context switch costs no preemption.
//
// For every other thread its last dependent step counts, regardless of happens-before and of
// whether both threads were enabled at once.
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
