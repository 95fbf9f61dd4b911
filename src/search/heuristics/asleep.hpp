// `ss`: deviations that sleep sets would leave out come last (Coons, Burckhardt, Musuvathi, PPoPP
// 2010, section 4.1): what begins with them only reorders independent steps of an execution that
// was found before.  The choices of a state count as found in the order in which it offers them.
#pragma once

#include <memory>
#include <vector>

#include "search/heuristics/priority.hpp"
#include "search/por/causality.hpp"
#include "search/por/planned_step.hpp"

namespace heddle::search {

class Asleep final : public Priority {
 public:
  // REQUIRES: the causality is among the recipe's analyses.
  explicit Asleep(std::shared_ptr<Causality> causality) : causality_(std::move(causality)) {}

  void arrived(const Path& path, std::span<const Choice> choices) override;
  Cost cost(const Choice& choice) override;
  unsigned bits() const override { return 1; }
  std::string_view name() const override { return "ss"; }

 private:
  using PathSleepSets = std::vector<PlannedStep>;

  PathSleepSets fall_asleep(const Path& path) const;

  std::shared_ptr<Causality> causality_;
  std::vector<PathSleepSets> asleep_;  // by depth
  PathSleepSets offered_;              // by the state that was reached last
};

}  // namespace heddle::search
