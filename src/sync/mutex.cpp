#include "sync/mutex.hpp"

#include "core/check.hpp"

namespace heddle::sync {
namespace {

void take(Mutex& mutex, ThreadId thread) {
  mutex.holder = index(thread) + 1U;
  ++mutex.count;
}

}  // namespace

bool can_lock_in_time(const Mutex& mutex, ThreadId thread) {
  return can_lock(mutex, thread) && !(mutex.held_by(thread) && mutex.type == MutexType::normal);
}

MutexResult lock(Mutex& mutex, ThreadId thread) {
  HEDDLE_CHECK(can_lock(mutex, thread), "a held mutex was locked");
  if (mutex.type == MutexType::destroyed) return MutexResult::destroyed;
  if (mutex.held_by(thread) && mutex.type != MutexType::recursive) return MutexResult::would_hang;
  take(mutex, thread);
  return MutexResult::done;
}

MutexResult try_lock(Mutex& mutex, ThreadId thread) {
  if (mutex.type == MutexType::destroyed) return MutexResult::destroyed;
  const bool again = mutex.held_by(thread) && mutex.type == MutexType::recursive;
  if (!mutex.is_free() && !again) return MutexResult::busy;
  take(mutex, thread);
  return MutexResult::done;
}

MutexResult unlock(Mutex& mutex, ThreadId thread) {
  if (mutex.type == MutexType::destroyed) return MutexResult::destroyed;
  if (!mutex.held_by(thread)) return MutexResult::not_owner;
  if (--mutex.count == 0) mutex.holder = 0;
  return MutexResult::done;
}

std::uint32_t release_all(Mutex& mutex, ThreadId thread) {
  HEDDLE_CHECK(mutex.held_by(thread), "a wait released a mutex that it did not hold");
  const std::uint32_t count = mutex.count;
  mutex.holder = 0;
  mutex.count = 0;
  return count;
}

void acquire_all(Mutex& mutex, ThreadId thread, std::uint32_t count) {
  HEDDLE_CHECK(mutex.is_free(), "a wait reacquired a mutex that is held");
  mutex.holder = index(thread) + 1U;
  mutex.count = count;
}

}  // namespace heddle::sync
