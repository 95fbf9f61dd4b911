// The deviations that a partial-order reduction asks for, anywhere on the execution that ended.
//
// A choice that was found earlier for a state falls asleep in the executions of later ones.  It
// must have been executed before the first of them.  Only then is it known whether it did more than
// its operation says (ended the run, freed memory), which keeps it awake.  Which ones are asleep is
// decided at that first execution, so that later ones repeat it.
#pragma once

#include <memory>

#include "search/por/causality.hpp"
#include "search/por/reduction.hpp"
#include "search/strategy/deviations.hpp"

namespace heddle::search {

class ReducedDeviations final : public Deviations {
 public:
  // REQUIRES: the causality is among the recipe's analyses; the reduction goes by sets of threads.
  ReducedDeviations(std::unique_ptr<Reduction> reduction, std::shared_ptr<Causality> causality)
      : reduction_(std::move(reduction)), causality_(std::move(causality)) {}

  void begin(const ExecutionTree& tree, const Chain& chain, std::uint32_t shared) override;
  const Decision* arrived(const Path& path, std::span<const Choice> choices) override;
  void ended(ExecutionTree& tree, const Chain& chain, const Schedule& run,
             std::vector<Deviation>& into) override;
  std::uint32_t first_new() const override { return first_new_; }

 private:
  struct Known {
    std::uint32_t depth = 0;
    Decision decision;
    const PlannedStep* step = nullptr;  // if it is on record
    const PlannedStep* default_step = nullptr;
    bool is_own = false;  // taken by the present execution
    std::uint32_t sleepers = 0;
  };

  void look_up(const Path& path);
  void lull(const Path& path, std::span<const Known> known, std::uint32_t sleepers,
            const PlannedStep* default_step);
  std::shared_ptr<const PlannedStep> step_that_did_more(std::uint32_t depth) const;
  bool is_another_alternative(std::uint32_t depth, Decision decision) const;
  void collect(const Chain& chain, std::uint32_t depth, std::vector<Deviation>& into);

  std::unique_ptr<Reduction> reduction_;
  std::shared_ptr<Causality> causality_;
  std::vector<ReductionNode> nodes_;  // of the path, by depth
  std::vector<Known> known_;          // deviations on record, by depth and age
  std::vector<LeftThread> blocked_;   // at the state that was reached last
  bool is_redundant_ = false;         // nothing is left to be taken there
  std::uint32_t first_new_ = 0;
};

}  // namespace heddle::search
