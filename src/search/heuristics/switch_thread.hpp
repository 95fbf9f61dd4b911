// Another thread than the one that moved last first: runs with many switches come early (the
// "thread interleavings" heuristic of Java PathFinder).
#pragma once

#include "search/heuristics/rank.hpp"

namespace heddle::search {

class SwitchThread final : public Rank {
 public:
  Cost cost(const Path& path, const Choice& choice) override;
  std::string_view name() const override { return "switch thread"; }
};

}  // namespace heddle::search
