// Judges the cycles that a run closes: a state that repeats is no error by itself.
#pragma once

#include <cstdint>
#include <optional>

#include "core/failure.hpp"
#include "search/engine/path.hpp"

namespace heddle::search {

class CycleCheck {
 public:
  virtual ~CycleCheck() = default;

  // The path's present state was seen before.  What is wrong, if the run closed a cycle that may
  // not be.
  virtual std::optional<Failure> revisited(const Path& path) = 0;

  // How many loops were closed, allowed or not, or may have been.  If none was after a whole
  // depth-first search, then the program has no loops of states.
  virtual std::uint64_t cycles_closed() const = 0;
};

}  // namespace heddle::search
