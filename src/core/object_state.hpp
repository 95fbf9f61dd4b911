// The state of a synchronisation object as far as it blocks operations: a mutex and its holder, a
// semaphore and whether it is empty.
#pragma once

#include <cstdint>

#include "core/ids.hpp"
#include "core/operation.hpp"

namespace heddle {

struct ObjectState {
  enum class Kind : std::uint8_t {
    open,    // blocks no thread
    held,    // by `holder`, exclusively
    shared,  // by readers
    closed,  // an empty semaphore, an initialisation in progress
    value,   // a cell that holds `value`
  };
  Kind kind = Kind::open;
  ThreadId holder = kNoThread;
  std::uint64_t value = 0;

  friend bool operator==(const ObjectState&, const ObjectState&) = default;
};

// Whether an object in this state lets `thread` perform `operation`.  Ignores other objects.
bool admits(const ObjectState& object_state, ThreadId thread, const Operation& operation);

}  // namespace heddle
