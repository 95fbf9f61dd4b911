// A state in the tree of executions that stays nameable when the search has gone elsewhere.  Places
// share their prefixes.  Depth-first search never makes one: the current path names its states.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>

#include "core/decision.hpp"
#include "core/ids.hpp"
#include "system/mark.hpp"

namespace heddle::search {

struct Place {
  Place() = default;
  Place(const Place&) = delete;
  Place& operator=(const Place&) = delete;
  // Lets go of the ancestors one by one: a chain may be too long for recursion.
  ~Place() {
    for (auto up = std::move(parent); up.use_count() == 1;) {
      auto next = up->parent;
      up = std::move(next);
    }
  }

  std::shared_ptr<const Place> parent;  // null for the initial state
  Decision by;                          // the step that led here from the parent
  std::uint32_t depth = 0;
  Fingerprint fingerprint;  // if the search remembers states
  // Null: reached by stepping from the parent.  Dropped when the search will not come back.
  mutable Mark mark;
};

using PlaceRef = std::shared_ptr<const Place>;

}  // namespace heddle::search
