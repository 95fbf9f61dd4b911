#include "sync/mutex.hpp"

#include "core/check.hpp"

namespace heddle::sync {
namespace {

MutexResult take(Mutex& mutex, ThreadId thread) {
  if (mutex.robustness == Robustness::lost) return MutexResult::not_recoverable;
  mutex.holder = index(thread) + 1U;
  ++mutex.count;
  if (mutex.robustness != Robustness::abandoned) return MutexResult::done;
  mutex.robustness = Robustness::inconsistent;
  return MutexResult::owner_died;
}

void release(Mutex& mutex) {
  mutex.holder = 0;
  if (mutex.robustness == Robustness::inconsistent) mutex.robustness = Robustness::lost;
}

}  // namespace

bool can_lock_in_time(const Mutex& mutex, ThreadId thread) {
  return can_lock(mutex, thread) && !(mutex.held_by(thread) && mutex.type == MutexType::normal);
}

MutexResult lock(Mutex& mutex, ThreadId thread) {
  HEDDLE_CHECK(can_lock(mutex, thread), "a held mutex was locked");
  if (mutex.type == MutexType::destroyed) return MutexResult::destroyed;
  if (mutex.held_by(thread) && mutex.type != MutexType::recursive) return MutexResult::would_hang;
  return take(mutex, thread);
}

MutexResult try_lock(Mutex& mutex, ThreadId thread) {
  if (mutex.type == MutexType::destroyed) return MutexResult::destroyed;
  const bool again = mutex.held_by(thread) && mutex.type == MutexType::recursive;
  if (!mutex.is_free() && !again) return MutexResult::busy;
  return take(mutex, thread);
}

MutexResult unlock(Mutex& mutex, ThreadId thread) {
  if (mutex.type == MutexType::destroyed) return MutexResult::destroyed;
  if (!mutex.held_by(thread)) return MutexResult::not_owner;
  if (--mutex.count == 0) release(mutex);
  return MutexResult::done;
}

std::uint32_t release_all(Mutex& mutex, ThreadId thread) {
  HEDDLE_CHECK(mutex.held_by(thread), "a wait released a mutex that it did not hold");
  const std::uint32_t count = mutex.count;
  mutex.count = 0;
  release(mutex);
  return count;
}

MutexResult acquire_all(Mutex& mutex, ThreadId thread, std::uint32_t count) {
  HEDDLE_CHECK(mutex.is_free(), "a wait reacquired a mutex that is held");
  const MutexResult result = take(mutex, thread);
  if (result != MutexResult::not_recoverable) mutex.count = count;
  return result;
}

void abandon(Mutex& mutex) {
  mutex.holder = 0;
  mutex.count = 0;
  mutex.robustness = Robustness::abandoned;
}

bool make_consistent(Mutex& mutex) {
  if (mutex.robustness != Robustness::inconsistent) return false;
  mutex.robustness = Robustness::consistent;
  return true;
}

}  // namespace heddle::sync
