// Which states count as seen.
#pragma once

#include <string_view>

#include "system/system.hpp"

namespace heddle::search {

class VisitedStore {
 public:
  virtual ~VisitedStore() = default;

  // Remembers the system's present state; false when it was there already.  Takes the system rather
  // than its fingerprint, so that a store which remembers nothing does not pay for one.
  virtual bool insert(const System& system) = 0;

  virtual std::string_view name() const = 0;
};

}  // namespace heddle::search
