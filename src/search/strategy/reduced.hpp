// Depth first, taking of each state's choices only those that a partial-order reduction asks for.
// The choices are made known to it state by state, and at the end of each run it may ask for more
// of them anywhere on the path.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "search/por/causality.hpp"
#include "search/por/reduction.hpp"
#include "search/strategy/frontier.hpp"

namespace heddle::search {

class Reduced final : public Frontier {
 public:
  // REQUIRES: the causality is among the recipe's analyses.
  Reduced(std::unique_ptr<Reduction> reduction, std::shared_ptr<Causality> causality)
      : reduction_(std::move(reduction)), causality_(std::move(causality)) {}

  bool offer(const Path& path, std::span<const Choice> choices) override;
  bool next(Branch& into) override;
  FrontierSummary summary() const override { return {}; }

  // Runs that were given up because everything that could follow is covered elsewhere.
  std::uint64_t redundant() const { return redundant_; }

 private:
  static bool is_another_alternative(const ReductionNode& node);
  bool take(Branch& into);

  std::unique_ptr<Reduction> reduction_;
  std::shared_ptr<Causality> causality_;
  std::vector<ReductionNode> nodes_;  // of the path, by depth
  std::vector<LeftThread> blocked_;   // at the state that was offered last
  bool arrived_ = false;              // that state has not been left since
  std::uint32_t first_new_ = 0;       // the first step of the run whose races are news
  std::uint64_t redundant_ = 0;
};

}  // namespace heddle::search
