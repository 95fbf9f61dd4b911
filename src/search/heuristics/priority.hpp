// Heuristic for the order of deviations from a finished execution: smaller costs go first.  Unlike
// a rank, it is evaluated when the whole execution is known, for any of its states.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "search/engine/choice.hpp"
#include "search/engine/path.hpp"
#include "search/heuristics/rank.hpp"

namespace heddle::search {

class Priority {
 public:
  virtual ~Priority() = default;

  // Called when the execution reaches the path's present state, which offers these choices, the
  // default first.  Data recorded for states at this depth or deeper is out of date.
  virtual void arrived(const Path&, std::span<const Choice>) {}

  // Called when the execution ended.  Its steps before `first_new` were those of an earlier one.
  virtual void ended(std::uint32_t /*first_new*/) {}

  // Returns the cost of the choice at the state of its depth.  REQUIRES: the state offered it.
  virtual Cost cost(const Choice& choice) = 0;

  // Returns the number of bits of a cost; larger costs are clamped.
  virtual unsigned bits() const = 0;

  // Returns the name in the user interface: "pb".
  virtual std::string_view name() const = 0;
};

}  // namespace heddle::search
