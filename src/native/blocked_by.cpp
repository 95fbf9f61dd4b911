#include "native/blocked_by.hpp"

#include "native/overlay.hpp"
#include "native/readiness.hpp"

namespace heddle::native {

ThreadId blocked_by(const Thread& thread) {
  if (alternatives(thread) > 0) return kNoThread;
  const ObjectId object = thread.pending.object;
  switch (thread.pending.kind) {
    case OpKind::mutex_lock:
      return mutex_at(object).owner();
    case OpKind::rwlock_rdlock:
    case OpKind::rwlock_wrlock:
      return rwlock_at(object).owner();
    case OpKind::spin_lock:
      return spin_lock_at(object).owner();
    case OpKind::thread_join:
      return thread_id(static_cast<std::uint64_t>(object) & 0xffff);
    default:
      return kNoThread;
  }
}

}  // namespace heddle::native
