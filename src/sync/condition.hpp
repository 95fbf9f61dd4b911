// What a condition variable means: waiting gives up the mutex and parks in one step; waking up
// needs the token and the mutex.  A signal without waiters is lost.
#pragma once

#include <cstdint>

#include "core/ids.hpp"
#include "sync/mutex.hpp"
#include "sync/parking.hpp"

namespace heddle::sync {

// REQUIRES: the thread holds the mutex.  Returns how often it did, for end_wait.
inline std::uint32_t begin_wait(Parking& parking, ObjectId condition, Mutex& mutex,
                                ThreadId thread) {
  park(parking, condition);
  return release_all(mutex, thread);
}

// Whether the thread may come back because it was woken.
inline bool can_end_wait(const Parking& parking, const Mutex& mutex) {
  return parking.woken && mutex.is_free();
}

// Comes back, woken or (a time-out, a spurious wake-up) not.  REQUIRES: the mutex is free.
inline void end_wait(Parking& parking, Mutex& mutex, ThreadId thread, std::uint32_t count) {
  leave(parking);
  acquire_all(mutex, thread, count);
}

}  // namespace heddle::sync
