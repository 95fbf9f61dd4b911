// What reductions by sets of threads share: a thread that is wanted at a state is taken by each of
// its alternatives.
#pragma once

#include <vector>

#include "search/por/races.hpp"
#include "search/por/reduction.hpp"

namespace heddle::search {

class WantedThreads : public Reduction {
 public:
  // Whether what was explored from a state falls asleep there.
  enum class Sleep : std::uint8_t { none, explored };

  explicit WantedThreads(Sleep sleep) : sleep_(sleep) {}

  // Wants the best one that is awake.
  void arrived(std::vector<ReductionNode>& nodes, Causality& causality,
               const StateView& view) override;
  const Decision* choose(ReductionNode& node) override;
  void left(ReductionNode& node, const CausalStep& step) override;

 protected:
  static void want_all(ReductionNode& node);

 private:
  Sleep sleep_;
};

}  // namespace heddle::search
