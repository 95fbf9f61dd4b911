// What a run has used up of a bound.  A state met again with less of it spent may still open what
// was out of reach before, so it counts as seen only if it was reached as cheaply.
#pragma once

#include "search/engine/path.hpp"
#include "search/heuristics/rank.hpp"

namespace heddle::search {

class Spending {
 public:
  virtual ~Spending() = default;
  virtual Cost spent(const Path& path) const = 0;
};

}  // namespace heddle::search
