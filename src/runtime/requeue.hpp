// FUTEX_REQUEUE and FUTEX_CMP_REQUEUE: some of a futex's waiters are woken, others are let wait at
// another futex.  Which ones is a choice, as for a plain wake-up.
#pragma once

#include <cstdint>

#include "core/operation.hpp"
#include "runtime/world.hpp"

namespace heddle::native {

// The arguments, as they are kept in Operation::value.  No program has more threads than the counts
// can say.
struct RequeueArguments {
  std::uint16_t wake = 0;
  std::uint16_t move = 0;
  std::uint32_t expected = 0;
};

std::uint64_t packed(const RequeueArguments& arguments);
RequeueArguments requeue_arguments(const Operation& operation);

// Of a comparing requeue, which has the word's size: whether it will be refused shows in its kind,
// so that an analysis knows what it does before it is performed.  Called whenever the thread's
// announcement is looked at.  Leaves other operations alone.
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
