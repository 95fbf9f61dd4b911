// A thread asleep on an object until somebody wakes it: the half that condition variables and
// futexes share. Each thread has one Parking; the set of waiters of an object is the set of threads
// parked on it, so that neither a pthread_cond_t nor a futex word needs a queue of its own.  Plain
// data.
#pragma once

#include <cstdint>

#include "core/ids.hpp"

namespace heddle::sync {

struct Parking {
  ObjectId on = kNoObject;      // kNoObject: not parked
  bool woken = false;           // the token: set by the waker, consumed by the wake-up
  std::uint8_t unused[7] = {};  // instead of padding: states are compared as memory

  // Counts as a waiter.  A thread that was signalled but has not run yet is none: a later signal
  // must not pick it.
  bool waits_on(ObjectId object) const { return on == object && !woken; }
};

inline void park(Parking& parking, ObjectId on) { parking = {on, false, {}}; }
inline void wake(Parking& parking) { parking.woken = true; }
inline void leave(Parking& parking) { parking = {}; }

}  // namespace heddle::sync
