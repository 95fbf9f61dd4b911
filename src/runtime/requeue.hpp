// FUTEX_REQUEUE and FUTEX_CMP_REQUEUE: some waiters of a futex are woken, others are moved to
// another futex.  The selection is a choice, as for a plain wake-up.
#pragma once

#include <cstdint>

#include "core/operation.hpp"
#include "runtime/world.hpp"

namespace heddle::native {

// The arguments, as stored in Operation::value. 16-bit counts suffice for the largest number of
// threads.
struct RequeueArguments {
  std::uint16_t wake = 0;
  std::uint16_t move = 0;
  std::uint32_t expected = 0;
};

std::uint64_t packed(const RequeueArguments& arguments);
RequeueArguments requeue_arguments(const Operation& operation);

// Updates the kind of a comparing requeue (one with a size), which shows whether it will be
// refused.  So an analysis has its effect before it is performed.  Called whenever the thread's
// announcement is read.  Leaves other operations unchanged.
void refresh_comparing_requeue(Operation& operation);
inline void refresh_requeue(const Thread& thread) {
  const Operation& operation = thread.pending;
  const bool requeues =
      operation.kind == OpKind::futex_requeue || operation.kind == OpKind::futex_requeue_refused;
  if (requeues && operation.size != 0) [[unlikely]]
    refresh_comparing_requeue(writable_thread(thread.id).pending);
}

std::uint16_t requeue_alternatives(const Operation& operation);

struct Requeued {
  std::uint32_t woken = 0;
  std::uint32_t moved = 0;
  ThreadId first = kNoThread;  // of the woken
};
Requeued requeue(const Operation& operation, std::uint16_t alternative);

}  // namespace heddle::native
