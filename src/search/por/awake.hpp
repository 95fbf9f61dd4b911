// Expansion with every alternative of every thread that is enabled and not asleep
// (por/path_sleep_sets.hpp).
#pragma once

#include <memory>

#include "search/engine/expansion.hpp"
#include "search/por/path_sleep_sets.hpp"
#include "search/state/visited_asleep.hpp"

namespace heddle::search {

class Awake final : public Expansion {
 public:
  // REQUIRES: the store outlives this, and each expanded state was the last one inserted into it.
  Awake(std::shared_ptr<PathSleepSets> sleep_sets, const VisitedAsleep& visited)
      : sleep_sets_(std::move(sleep_sets)), visited_(visited) {}

  void expand(const Path& path, std::vector<Choice>& into) override;
  bool opens_all() const override { return false; }
  std::string_view name() const override { return "all awake"; }

 private:
  std::shared_ptr<PathSleepSets> sleep_sets_;
  const VisitedAsleep& visited_;
};

}  // namespace heddle::search
