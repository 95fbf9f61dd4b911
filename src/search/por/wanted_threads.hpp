// Base of the reductions by sets of threads: each alternative of a thread that is wanted at a state
// is taken.
#pragma once

#include <vector>

#include "search/por/races.hpp"
#include "search/por/reduction.hpp"

namespace heddle::search {

class WantedThreads : public Reduction {
 public:
  // Whether explored steps fall asleep at their state.
  enum class Sleep : std::uint8_t { none, explored };

  explicit WantedThreads(Sleep sleep) : sleep_(sleep) {}

  // Adds the thread of the best choice that is awake to the wanted threads.
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
