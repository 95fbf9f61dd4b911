// Which states count as seen.
#pragma once

#include <string_view>

#include "core/ids.hpp"

namespace heddle::search {

class VisitedStore {
 public:
  virtual ~VisitedStore() = default;

  // Remembers a state; false when it was there already.
  virtual bool insert(Fingerprint state) = 0;

  // Whether `insert` may ever say false.  If not, the loop neither asks nor computes fingerprints.
  virtual bool remembers() const { return true; }

  virtual std::string_view name() const = 0;
};

}  // namespace heddle::search
