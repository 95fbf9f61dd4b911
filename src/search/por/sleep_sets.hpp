// Sleep sets alone (Godefroid, "Partial-Order Methods for the Verification of Concurrent Systems",
// 1996): every choice is tried but those that only repeat, in another order, what was explored
// before.
#pragma once

#include "search/por/wanted_threads.hpp"

namespace heddle::search {

class SleepSets final : public WantedThreads {
 public:
  SleepSets() : WantedThreads(Sleep::explored) {}

  void arrived(std::vector<ReductionNode>& nodes, Causality&, const StateView&) override {
    for (const Decision& decision : nodes.back().offered) {
      if (!nodes.back().wants(decision.thread)) nodes.back().wanted.push_back(decision.thread);
    }
  }
  void ended(std::vector<ReductionNode>&, Causality&, std::uint32_t,
             std::span<const LeftThread>) override {}
  // At least one; exactly one, but for runs in which a choice between alternatives is undone.
  std::string_view name() const override { return "sleep sets"; }
};

}  // namespace heddle::search
