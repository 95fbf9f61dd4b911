// Optimal dynamic partial-order reduction (Abdulla, Aronis, Jonsson, Sagonas, POPL 2014): whole
// sequences that reverse a race are kept for the state before it, so that no run is begun which
// turns out to be covered elsewhere.
#pragma once

#include "search/por/races.hpp"
#include "search/por/reduction.hpp"
#include "search/por/reversal.hpp"

namespace heddle::search {

class WakeupTrees final : public Reduction {
 public:
  void arrived(std::vector<ReductionNode>& nodes, Causality& causality,
               const StateView& view) override;
  const Decision* choose(ReductionNode& node) override;
  void left(ReductionNode& node, const CausalStep& step) override;
  void ended(std::vector<ReductionNode>& nodes, Causality& causality, std::uint32_t first_new,
             std::span<const LeftThread> left) override;
  std::string_view name() const override { return "wake-up trees"; }

 private:
  static bool skip_look(ReductionNode& node, std::size_t branch);
  static void expand_any(ReductionNode& node);
  void reverse(ReductionNode& node, const Causality& causality, const Race& race,
               const PlannedStep& later);
  void add(ReductionNode& node, Reversal sequence);

  StepLimit limit_ = StepLimit::never_reached;
};

}  // namespace heddle::search
