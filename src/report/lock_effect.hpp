// The locks that a step of a trace acquires and releases.
#pragma once

#include "core/ids.hpp"
#include "core/operation.hpp"
#include "trace/trace.hpp"

namespace heddle::report {

struct LockEffect {
  ObjectId acquired = kNoObject;
  ObjectId released = kNoObject;

  friend bool operator==(const LockEffect&, const LockEffect&) = default;
};

bool is_lock(OpKind kind);
bool is_unlock(OpKind kind);

// Mutexes, read-write locks, spin locks, the mutex of a condition wait, and the guard of an
// initialisation.  A refused or unfinished step has no effect.
LockEffect lock_effect(const trace::Step& step);

}  // namespace heddle::report
