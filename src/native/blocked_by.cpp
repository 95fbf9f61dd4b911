#include "native/blocked_by.hpp"

#include "native/overlay.hpp"
#include "native/readiness.hpp"

namespace heddle::native {

ThreadId blocked_by(const Thread& thread) {
  if (alternatives(thread) > 0) return kNoThread;
  if (thread.pending.kind == OpKind::mutex_lock) return mutex_at(thread.pending.object).owner();
  if (thread.pending.kind == OpKind::thread_join) {
    return thread_id(static_cast<std::uint64_t>(thread.pending.object) & 0xffff);
  }
  return kNoThread;
}

}  // namespace heddle::native
