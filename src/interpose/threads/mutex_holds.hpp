// Threads take and release mutexes: records of the thread and of the monitors.
#pragma once

#include "core/ids.hpp"
#include "monitors/events.hpp"
#include "runtime/embedded_objects.hpp"
#include "runtime/robust_mutexes.hpp"
#include "runtime/world.hpp"

namespace heddle::native {

inline bool is_robust(ObjectId mutex) {
  return mutex_at(mutex).robustness != sync::Robustness::none;
}

// The current thread has taken the mutex, which it did not hold.
inline void took_mutex(Thread& self, ObjectId mutex, LockAttempt attempt) {
  if (is_robust(mutex)) note_robust_taken(mutex);
  events::mutex_acquired(self, mutex, attempt);
}

// The current thread no longer holds the mutex.
inline void released_mutex(Thread& self, ObjectId mutex) {
  if (is_robust(mutex)) note_robust_released(mutex);
  events::mutex_released(self, mutex);
}

}  // namespace heddle::native
