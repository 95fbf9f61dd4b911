// How many steps the run has once the choice is taken.
#pragma once

#include "search/rank/rank.hpp"

namespace heddle::search {

class Depth final : public Rank {
 public:
  Cost cost(const Path& path, const Choice& choice) override;
  std::string_view name() const override { return "depth"; }
};

}  // namespace heddle::search
