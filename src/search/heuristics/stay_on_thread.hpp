// The thread that moved last first: runs with few switches come early.
#pragma once

#include "search/heuristics/rank.hpp"

namespace heddle::search {

class StayOnThread final : public Rank {
 public:
  Cost cost(const Path& path, const Choice& choice) override;
  std::string_view name() const override { return "stay on thread"; }
};

}  // namespace heddle::search
