// A state in the tree of executions that stays nameable when the search has gone elsewhere.  Places
// share their prefixes.  Depth-first search never makes one: the current path names its states.
#pragma once

#include <cstdint>
#include <memory>

#include "core/decision.hpp"
#include "core/ids.hpp"
#include "system/mark.hpp"

namespace heddle::search {

struct Place {
  std::shared_ptr<const Place> parent;  // null for the initial state
  Decision by;                          // the step that led here from the parent
  std::uint32_t depth = 0;
  Fingerprint fingerprint;  // if the search remembers states
  Mark mark;                // null: reached by stepping from the parent
};

using PlaceRef = std::shared_ptr<const Place>;

}  // namespace heddle::search
