// How many steps the run has once the choice is taken.
#pragma once

#include "search/heuristics/rank.hpp"
#include "search/state/visit.hpp"

namespace heddle::search {

class Depth final : public Rank, public Arrivals {
 public:
  Cost cost(const Path& path, const Choice& choice) override;
  Arrival arrival(const Path& path) const override { return {.spent = path.depth()}; }
  std::string_view name() const override { return "depth"; }
};

}  // namespace heddle::search
