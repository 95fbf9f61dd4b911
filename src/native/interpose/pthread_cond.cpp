// pthread_cond_*: the calls.  What a condition variable means is in sync/condition.hpp.
#include <cerrno>
#include <cstring>

#include "native/interpose/interpose.hpp"
#include "native/virtual_time.hpp"
#include "sync/condition.hpp"

namespace heddle::native {
namespace {

// The clock of a condition made with pthread_condattr_setclock is kept in its first word: nothing
// else is.
clockid_t clock_of(const pthread_cond_t* condition) {
  std::uint32_t word;
  std::memcpy(&word, condition, sizeof word);
  return word == 1 ? CLOCK_MONOTONIC : CLOCK_REALTIME;
}

// A wait is two steps: giving the mutex up and falling asleep; waking and taking it back.
int wait(pthread_cond_t* condition, pthread_mutex_t* mutex, std::uint64_t deadline, Site site) {
  Operation operation{.kind = OpKind::cond_wait,
                      .object = object_of(condition),
                      .second = object_of(mutex),
                      .site = site};
  current_thread().deadline = deadline;
  Thread& self = scheduling_point(operation);
  sync::Mutex& state = mutex_at(operation.second);
  if (!state.held_by(self.id)) {
    conductor().fail(FailureKind::misuse,
                     "a thread waits on a condition variable without holding its mutex");
  }
  self.wait_count = sync::begin_wait(self.parking, operation.object, state, self.id);
  operation.kind = OpKind::cond_wake;
  scheduling_point(operation);
  const Wake wake = take_wake(self);
  self.deadline = kNever;
  sync::end_wait(self.parking, state, self.id, static_cast<std::uint32_t>(self.wait_count));
  self.wait_count = 0;
  if (wake == Wake::timed_out) {
    note_outcome(Outcome::timed_out);
    return ETIMEDOUT;
  }
  if (wake == Wake::spurious) note_outcome(Outcome::spurious);
  return 0;
}

int wake(pthread_cond_t* condition, OpKind kind, std::uint64_t count, Site site) {
  const Operation operation{.kind = kind, .object = object_of(condition), .site = site};
  const Thread& self = scheduling_point(operation);
  const Woken woken = wake_waiters(operation.object, count, self.alternative);
  note_outcome(woken.count > 0 ? Outcome::done : Outcome::refused, woken.first);
  return 0;
}

}  // namespace

HEDDLE_INTERPOSE int pthread_cond_wait(pthread_cond_t* condition, pthread_mutex_t* mutex) {
  if (!controlled()) return real().pthread_cond_wait(condition, mutex);
  return wait(condition, mutex, kNever, HEDDLE_CALLER);
}

HEDDLE_INTERPOSE int pthread_cond_timedwait(pthread_cond_t* condition, pthread_mutex_t* mutex,
                                            const timespec* deadline) {
  if (!controlled()) return real().pthread_cond_timedwait(condition, mutex, deadline);
  return wait(condition, mutex, virtual_deadline(clock_of(condition), *deadline), HEDDLE_CALLER);
}

HEDDLE_INTERPOSE int pthread_cond_clockwait(pthread_cond_t* condition, pthread_mutex_t* mutex,
                                            clockid_t clock, const timespec* deadline) {
  if (!controlled()) return real().pthread_cond_clockwait(condition, mutex, clock, deadline);
  return wait(condition, mutex, virtual_deadline(clock, *deadline), HEDDLE_CALLER);
}

HEDDLE_INTERPOSE int pthread_cond_signal(pthread_cond_t* condition) {
  if (!controlled()) return real().pthread_cond_signal(condition);
  return wake(condition, OpKind::cond_signal, 1, HEDDLE_CALLER);
}

HEDDLE_INTERPOSE int pthread_cond_broadcast(pthread_cond_t* condition) {
  if (!controlled()) return real().pthread_cond_broadcast(condition);
  return wake(condition, OpKind::cond_broadcast, kNever, HEDDLE_CALLER);
}

HEDDLE_INTERPOSE int pthread_cond_init(pthread_cond_t* condition,
                                       const pthread_condattr_t* attributes) {
  if (!controlled()) return real().pthread_cond_init(condition, attributes);
  clockid_t clock = CLOCK_REALTIME;
  int shared = PTHREAD_PROCESS_PRIVATE;
  if (attributes != nullptr) {
    ::pthread_condattr_getclock(attributes, &clock);
    ::pthread_condattr_getpshared(attributes, &shared);
  }
  if (shared != PTHREAD_PROCESS_PRIVATE) {
    conductor().refuse(
        "the program uses a condition variable shared between processes, which Heddle does not "
        "control");
  }
  std::memset(condition, 0, sizeof *condition);
  const std::uint32_t word = clock == CLOCK_MONOTONIC ? 1 : 0;
  std::memcpy(condition, &word, sizeof word);
  return 0;
}

HEDDLE_INTERPOSE int pthread_cond_destroy(pthread_cond_t* condition) {
  if (!controlled()) return real().pthread_cond_destroy(condition);
  return 0;
}

}  // namespace heddle::native
