#include "sync/rwlock.hpp"

#include "core/check.hpp"

namespace heddle::sync {

RwLockResult read_lock(RwLock& lock, ThreadId thread) {
  HEDDLE_CHECK(can_read(lock, thread), "a lock that somebody writes under was locked for reading");
  if (lock.written_by(thread)) return RwLockResult::would_hang;
  ++lock.readers;
  return RwLockResult::done;
}

RwLockResult write_lock(RwLock& lock, ThreadId thread) {
  HEDDLE_CHECK(can_write(lock, thread), "a taken lock was locked for writing");
  if (lock.written_by(thread)) return RwLockResult::would_hang;
  lock.writer = index(thread) + 1U;
  return RwLockResult::done;
}

RwLockResult try_read_lock(RwLock& lock) {
  if (lock.writer != 0) return RwLockResult::busy;
  ++lock.readers;
  return RwLockResult::done;
}

RwLockResult try_write_lock(RwLock& lock, ThreadId thread) {
  if (!lock.is_free()) return RwLockResult::busy;
  lock.writer = index(thread) + 1U;
  return RwLockResult::done;
}

RwLockResult unlock(RwLock& lock, ThreadId thread) {
  if (lock.written_by(thread)) {
    lock.writer = 0;
    return RwLockResult::done;
  }
  if (lock.readers == 0) return RwLockResult::not_held;
  --lock.readers;
  return RwLockResult::done;
}

}  // namespace heddle::sync
