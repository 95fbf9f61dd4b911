// What makes two states the same for a search: the program's memory, or what happened before what.
#pragma once

#include <string_view>

#include "core/ids.hpp"
#include "search/engine/path.hpp"
#include "system/system.hpp"

namespace heddle::search {

class StateIdentity {
 public:
  virtual ~StateIdentity() = default;

  // Of the system's present state, which is the path's.  Not asked of failed runs.
  virtual Fingerprint identify(System& system, const Path& path) = 0;

  virtual std::string_view name() const = 0;
};

}  // namespace heddle::search
