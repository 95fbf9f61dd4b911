// How promising it is to deviate from a finished execution: smaller goes sooner.  Unlike a rank, it
// is asked when the whole execution is known, for any of its states.
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

  // The execution came to the path's present state, which offers these choices, the default first.
  // What was noted of states at this depth or deeper is out of date.
  virtual void arrived(const Path&, std::span<const Choice>) {}

  // It is over.  Its steps before `first_new` were those of an earlier one.
  virtual void ended(std::uint32_t /*first_new*/) {}

  // Of taking the choice at the state of that depth.  REQUIRES: the state offered it.
  virtual Cost cost(const Choice& choice) = 0;

  // The number of bits of a cost; what is larger counts as the largest.
  virtual unsigned bits() const = 0;

  // As the user says it: "pb".
  virtual std::string_view name() const = 0;
};

}  // namespace heddle::search
