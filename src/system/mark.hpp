// Names a state.  Says nothing about how to return to it: a snapshot, a schedule to replay, or
// both.
#pragma once

#include <memory>

namespace heddle {

// What a System keeps about a marked state; each System derives its own.
class MarkedState {
 public:
  virtual ~MarkedState() = default;
};

using Mark = std::shared_ptr<const MarkedState>;

}  // namespace heddle
