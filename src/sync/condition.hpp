// Semantics of a condition variable: a wait releases the mutex and parks in one step; the wake-up
// needs the token and the mutex.  A signal without waiters is lost.
#pragma once

#include <cstdint>

#include "core/ids.hpp"
#include "sync/mutex.hpp"
#include "sync/parking.hpp"

namespace heddle::sync {

// Releases the mutex and parks the thread.  Returns the lock count, for end_wait. REQUIRES: the
// thread holds the mutex.
inline std::uint32_t begin_wait(Parking& parking, ObjectId condition, Mutex& mutex,
                                ThreadId thread) {
  park(parking, condition);
  return release_all(mutex, thread);
}

// Returns whether the thread was woken and can return from the wait.
inline bool can_end_wait(const Parking& parking, const Mutex& mutex) {
  return parking.woken && mutex.is_free();
}

// Returns from the wait, woken or not (a time-out, a spurious wake-up).  The result is that of
// locking the mutex again.  REQUIRES: the mutex is free.
inline MutexResult end_wait(Parking& parking, Mutex& mutex, ThreadId thread, std::uint32_t count) {
  leave(parking);
  return acquire_all(mutex, thread, count);
}

}  // namespace heddle::sync
