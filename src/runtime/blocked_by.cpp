#include "runtime/blocked_by.hpp"

#include "runtime/embedded_objects.hpp"
#include "runtime/readiness.hpp"

namespace heddle::native {

ThreadId blocked_by(const Thread& thread) {
  if (alternatives(thread) > 0) return kNoThread;
  const ObjectId object = thread.pending.object;
  switch (thread.pending.kind) {
    case OpKind::mutex_lock:
      return mutex_at(object).owner();
    case OpKind::rwlock_rdlock:
    case OpKind::rwlock_wrlock: {
      const sync::RwLock& lock = rwlock_at(object);
      if (lock.writer != 0) return lock.owner();
      return lock.read_by(thread.id) ? thread.id : lock.reader();
    }
    case OpKind::spin_lock:
      return spin_lock_at(object).owner();
    case OpKind::thread_join:
      return thread_id(static_cast<std::uint64_t>(object) & 0xffff);
    default:
      return kNoThread;
  }
}

Blockers all_blocked_by(const Thread& thread) {
  Blockers all;
  const ThreadId first = blocked_by(thread);
  if (first == kNoThread) return all;
  const bool by_readers =
      thread.pending.kind == OpKind::rwlock_wrlock && rwlock_at(thread.pending.object).writer == 0;
  if (!by_readers) {
    all.push_back(first);
    return all;
  }
  for (const std::uint16_t reader : rwlock_at(thread.pending.object).known) {
    if (reader != 0) all.push_back(thread_id(reader - 1U));
  }
  return all;
}

}  // namespace heddle::native
