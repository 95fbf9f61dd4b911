// Semantics of a mutex.  Plain data in which all zero bits are a free, normal mutex, so that the
// native runtime can keep it inside the program's own pthread_mutex_t.
#pragma once

#include <cstdint>

#include "core/ids.hpp"

namespace heddle::sync {

enum class MutexType : std::uint32_t {
  normal = 0,
  recursive = 1,
  error_checking = 2,
  destroyed = 3,  // operations on it never block and have no effect
};

// Whether a robust mutex has lost a holder.
enum class Robustness : std::uint32_t {
  none = 0,  // not a robust mutex: it stays locked when its holder ends
  consistent,
  abandoned,     // its holder ended; the next one learns that
  inconsistent,  // held by one that learned it
  lost,          // unlocked while inconsistent: it can only be destroyed
};

// The result of locking or unlocking.
enum class MutexResult : std::uint8_t {
  done,
  busy,        // try_lock on a held mutex
  would_hang,  // a non-recursive mutex that the thread already holds
  not_owner,   // unlock by a thread that does not hold it
  destroyed,
  owner_died,       // locked; the last holder ended while it held the mutex
  not_recoverable,  // not locked, and never again
};

struct Mutex {
  std::uint32_t holder = 0;  // thread index + 1; 0 when free
  std::uint32_t count = 0;   // how often the holder holds it
  MutexType type = MutexType::normal;
  Robustness robustness = Robustness::none;

  bool is_free() const { return holder == 0; }
  bool held_by(ThreadId thread) const { return holder == index(thread) + 1U; }
  ThreadId owner() const { return is_free() ? kNoThread : thread_id(holder - 1U); }
};

// Returns whether a blocking lock may be performed now: to succeed, or to report that it would
// hang.
inline bool can_lock(const Mutex& mutex, ThreadId thread) {
  return mutex.is_free() || mutex.held_by(thread) || mutex.type == MutexType::destroyed;
}

// The same for a lock with a time limit: a thread that holds a normal mutex waits for its deadline.
bool can_lock_in_time(const Mutex& mutex, ThreadId thread);

// REQUIRES: can_lock.
MutexResult lock(Mutex& mutex, ThreadId thread);
MutexResult try_lock(Mutex& mutex, ThreadId thread);
MutexResult unlock(Mutex& mutex, ThreadId thread);

// A condition wait releases the mutex completely, whatever its count, and restores the count later.
// REQUIRES of release_all: held_by(thread).  REQUIRES of acquire_all: is_free().
std::uint32_t release_all(Mutex& mutex, ThreadId thread);
MutexResult acquire_all(Mutex& mutex, ThreadId thread, std::uint32_t count);

// The thread that holds a robust mutex ends.
void abandon(Mutex& mutex);

// Returns whether the mutex was inconsistent, and is consistent now.
bool make_consistent(Mutex& mutex);

}  // namespace heddle::sync
