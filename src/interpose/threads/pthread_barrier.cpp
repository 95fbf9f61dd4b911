// Interposes pthread_barrier_*.  The semantics of barriers are in sync/barrier.hpp.
#include <cerrno>
#include <cstring>

#include "interpose/calls.hpp"
#include "interpose/interpose.hpp"
#include "monitors/events.hpp"
#include "monitors/misuse.hpp"
#include "sync/barrier.hpp"

namespace heddle::native {
namespace {

// Arrivals that are announced already wait for the new number of threads.
void announce_count(ObjectId barrier, unsigned count) {
  for (std::uint32_t i = 0; i < world().threads_seen; ++i) {
    const Operation& pending = world().threads[i].pending;
    if (pending.kind != OpKind::barrier_wait || pending.object != barrier) continue;
    writable_thread(thread_id(i)).pending.value = count;
  }
}

}  // namespace

// The last thread to arrive wakes the others and gets a distinct result, as in the C library.
int wait_at_barrier(pthread_barrier_t* barrier, Site site) {
  Operation operation{.kind = OpKind::barrier_wait,
                      .size = sizeof *barrier,
                      .object = object_of(barrier),
                      .value = barrier_at(object_of(barrier)).needed,
                      .site = site};
  Thread& self = scheduling_point(operation);
  const sync::Barrier& state = barrier_at(operation.object);
  if (state.needed == 0) {
    fail_for_misuse(operation.object, "%s waits at a destroyed barrier");
  }
  events::ordered_before(operation.object);
  if (sync::completes(state, count_waiters(operation.object))) {
    events::barrier_completed(operation.object);
    const Woken woken = wake_waiters(operation.object, kNever, 0);
    note_outcome(Outcome::done, woken.first);
    return PTHREAD_BARRIER_SERIAL_THREAD;
  }
  sync::park(self.parking, operation.object);
  operation.value = state.needed;
  operation.kind = OpKind::barrier_wake;
  scheduling_point(operation);
  sync::leave(self.parking);
  return 0;
}

HEDDLE_INTERPOSE int pthread_barrier_init(pthread_barrier_t* barrier,
                                          const pthread_barrierattr_t* attributes, unsigned count) {
  if (!controlled()) return HEDDLE_ORIGINAL(pthread_barrier_init)(barrier, attributes, count);
  int shared = PTHREAD_PROCESS_PRIVATE;
  if (attributes != nullptr) ::pthread_barrierattr_getpshared(attributes, &shared);
  if (shared != PTHREAD_PROCESS_PRIVATE) {
    scheduler().refuse(
        "the program uses a process-shared barrier: Heddle explores one process; use a private "
        "one");
  }
  if (count == 0) return EINVAL;
  initialise(barrier, sizeof *barrier, "barrier", HEDDLE_CALLER, arguments(count));
  std::memset(barrier, 0, sizeof *barrier);
  barrier_at(object_of(barrier)).needed = count;
  announce_count(object_of(barrier), count);
  return 0;
}

HEDDLE_INTERPOSE int pthread_barrier_destroy(pthread_barrier_t* barrier) {
  if (!controlled()) return HEDDLE_ORIGINAL(pthread_barrier_destroy)(barrier);
  const Operation operation{.kind = OpKind::destroy,
                            .size = sizeof *barrier,
                            .object = object_of(barrier),
                            .site = HEDDLE_CALLER};
  scheduling_point(operation);
  if (barrier_at(operation.object).needed == 0) {
    fail_for_misuse(operation.object, "%s destroys a barrier that is already destroyed");
  }
  for_each_waiter(operation.object, [&](const Thread& waiter) {
    fail_for_misuse(operation.object, "%s destroys a barrier on which %s is blocked", waiter.id);
  });
  barrier_at(operation.object).needed = 0;
  return 0;
}

HEDDLE_INTERPOSE int pthread_barrier_wait(pthread_barrier_t* barrier) {
  if (!controlled()) return HEDDLE_ORIGINAL(pthread_barrier_wait)(barrier);
  return wait_at_barrier(barrier, HEDDLE_CALLER);
}

}  // namespace heddle::native
