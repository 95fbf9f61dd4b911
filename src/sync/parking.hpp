// A thread parked on an object until another thread wakes it: the part that condition variables and
// futexes share.  Each thread has one Parking.  The waiters of an object are the threads parked on
// it, so neither a pthread_cond_t nor a futex word needs its own queue.  Plain data.
#pragma once

#include <cstdint>

#include "core/ids.hpp"

namespace heddle::sync {

struct Parking {
  ObjectId on = kNoObject;      // kNoObject: not parked
  bool woken = false;           // the token: set by the waker, consumed by the wake-up
  std::uint8_t unused[7] = {};  // instead of padding: states are compared as memory

  // Returns whether the thread counts as a waiter.  A thread that was signalled but has not run yet
  // does not: a later signal must not pick it.
  bool waits_on(ObjectId object) const { return on == object && !woken; }
};

inline void park(Parking& parking, ObjectId on) { parking = {on, false, {}}; }
inline void wake(Parking& parking) { parking.woken = true; }
inline void leave(Parking& parking) { parking = {}; }

}  // namespace heddle::sync
