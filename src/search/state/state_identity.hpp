// Defines which states are equal for a search: by the program's memory or by happens-before.
#pragma once

#include <string_view>

#include "core/ids.hpp"
#include "search/engine/path.hpp"
#include "system/system.hpp"

namespace heddle::search {

class StateIdentity {
 public:
  virtual ~StateIdentity() = default;

  // Returns the fingerprint of the system's present state, which is the path's last state.  Not
  // called for failed executions.
  virtual Fingerprint identify(System& system, const Path& path) = 0;

  virtual std::string_view name() const = 0;
};

}  // namespace heddle::search
