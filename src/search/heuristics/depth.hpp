// How many steps the run has once the choice is taken.
#pragma once

#include "search/heuristics/rank.hpp"
#include "search/heuristics/spending.hpp"

namespace heddle::search {

class Depth final : public Rank, public Spending {
 public:
  Cost cost(const Path& path, const Choice& choice) override;
  Cost spent(const Path& path) const override { return path.depth(); }
  std::string_view name() const override { return "depth"; }
};

}  // namespace heddle::search
