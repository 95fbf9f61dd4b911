// 1 for a thread that says it cannot go on by itself, 0 for the others: as an order, no run waits
// for what it does not let others do.
#pragma once

#include "search/heuristics/rank.hpp"

namespace heddle::search {

class YieldersLast final : public Rank {
 public:
  Cost cost(const Path& path, const Choice& choice) override;
  std::string_view name() const override { return "yielders last"; }
};

}  // namespace heddle::search
