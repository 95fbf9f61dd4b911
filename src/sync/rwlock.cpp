#include "sync/rwlock.hpp"

#include <algorithm>
#include <utility>

#include "core/check.hpp"

namespace heddle::sync {
namespace {

void add_reader(RwLock& lock, ThreadId thread) {
  ++lock.readers;
  auto& known = lock.known;
  auto number = static_cast<std::uint16_t>(index(thread) + 1U);
  for (std::uint16_t& place : known) {
    if (place == 0 || number < place) std::swap(place, number);
    if (number == 0) return;
  }
}

// Returns whether the thread may have been a reader.
bool remove_reader(RwLock& lock, ThreadId thread) {
  auto& known = lock.known;
  auto* const place = std::find(known.begin(), known.end(), index(thread) + 1U);
  if (place == known.end() && lock.knows_all_readers()) return false;
  --lock.readers;
  if (place == known.end()) return true;
  std::copy(place + 1, known.end(), place);
  known.back() = 0;
  return true;
}

}  // namespace

bool RwLock::read_by(ThreadId thread) const {
  return std::find(known.begin(), known.end(), index(thread) + 1U) != known.end();
}

bool RwLock::knows_all_readers() const {
  return readers <= known.size() && (readers == 0 || known[readers - 1] != 0);
}

RwLockResult read_lock(RwLock& lock, ThreadId thread) {
  HEDDLE_CHECK(can_read(lock, thread), "a write-locked lock was locked for reading");
  if (lock.written_by(thread)) return RwLockResult::would_hang;
  add_reader(lock, thread);
  return RwLockResult::done;
}

RwLockResult write_lock(RwLock& lock, ThreadId thread) {
  HEDDLE_CHECK(can_write(lock, thread), "a held lock was locked for writing");
  if (lock.written_by(thread)) return RwLockResult::would_hang;
  lock.writer = index(thread) + 1U;
  return RwLockResult::done;
}

RwLockResult try_read_lock(RwLock& lock, ThreadId thread) {
  if (lock.writer != 0) return RwLockResult::busy;
  add_reader(lock, thread);
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
  return remove_reader(lock, thread) ? RwLockResult::done : RwLockResult::not_held;
}

}  // namespace heddle::sync
