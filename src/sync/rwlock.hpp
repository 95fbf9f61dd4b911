// Semantics of a read-write lock: many readers or one writer.  Readers are preferred, as by default
// in the C library: a waiting writer blocks no reader.  The lock stores the readers with the lowest
// numbers, so its state does not depend on the order of their arrival.  Plain data in which all
// zero bits are a free lock.
#pragma once

#include <array>
#include <cstdint>

#include "core/ids.hpp"

namespace heddle::sync {

enum class RwLockResult : std::uint8_t {
  done,
  busy,        // a try that did not succeed
  would_hang,  // the thread itself holds it for writing
  not_held,    // unlock by a thread that cannot hold it
};

struct RwLock {
  std::uint32_t writer = 0;   // thread index + 1; 0 when there is no writer
  std::uint32_t readers = 0;  // a thread that reads twice counts twice
  // The readers that fit: index + 1, ascending, then zeros.
  std::array<std::uint16_t, 8> known{};

  bool is_free() const { return writer == 0 && readers == 0; }
  bool read_by(ThreadId thread) const;
  bool knows_all_readers() const;
  // Returns the first stored reader; kNoThread when there is none.
  ThreadId reader() const { return known[0] == 0 ? kNoThread : thread_id(known[0] - 1U); }
  bool written_by(ThreadId thread) const { return writer == index(thread) + 1U; }
  ThreadId owner() const { return writer == 0 ? kNoThread : thread_id(writer - 1U); }
};

// Returns whether a blocking call may be performed now: to succeed, or to report that it would
// hang.
inline bool can_read(const RwLock& lock, ThreadId thread) {
  return lock.writer == 0 || lock.written_by(thread);
}
inline bool can_write(const RwLock& lock, ThreadId thread) {
  return lock.is_free() || lock.written_by(thread);
}

// REQUIRES of these two: can_read, can_write.
RwLockResult read_lock(RwLock& lock, ThreadId thread);
RwLockResult write_lock(RwLock& lock, ThreadId thread);
RwLockResult try_read_lock(RwLock& lock, ThreadId thread);
RwLockResult try_write_lock(RwLock& lock, ThreadId thread);
RwLockResult unlock(RwLock& lock, ThreadId thread);

}  // namespace heddle::sync
