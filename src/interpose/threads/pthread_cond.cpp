// Interposes pthread_cond_*.  The semantics of condition variables are in sync/condition.hpp.
#include <cerrno>
#include <cstring>

#include "interpose/calls.hpp"
#include "interpose/interpose.hpp"
#include "interpose/threads/mutex_holds.hpp"
#include "monitors/events.hpp"
#include "monitors/misuse.hpp"
#include "runtime/cancellation.hpp"
#include "runtime/virtual_time.hpp"
#include "sync/condition.hpp"

namespace heddle::native {
namespace {

constexpr std::uint16_t kConditionSize = sizeof(pthread_cond_t);

clockid_t clock_of(const pthread_cond_t* condition) {
  return (condition_clock(object_of(condition)) & kMonotonicCondition) != 0 ? CLOCK_MONOTONIC
                                                                            : CLOCK_REALTIME;
}

bool is_destroyed(ObjectId condition) { return condition_mark(condition) == kDestroyed; }

void check_wait(const Operation& operation, const sync::Mutex& mutex, const Thread& self) {
  if (is_destroyed(operation.object)) {
    fail_for_misuse(operation.object, "%s waits on a destroyed condition variable");
  }
  if (!mutex.held_by(self.id)) {
    fail_for_misuse(operation.second, "%s waits on a condition variable without holding its mutex");
  }
  for_each_waiter(operation.object, [&](const Thread& other) {
    if (other.pending.second == operation.second) return;
    fail_for_misuse(
        operation.object,
        "%s waits on a condition variable with another mutex than %s, which also waits on it",
        other.id);
  });
}

int notify(pthread_cond_t* condition, OpKind kind, std::uint64_t count, Site site) {
  const Operation operation{
      .kind = kind, .size = kConditionSize, .object = object_of(condition), .site = site};
  const Thread& self = scheduling_point(operation);
  if (is_destroyed(operation.object)) {
    fail_for_misuse(operation.object, "%s notifies a destroyed condition variable");
  }
  const Woken woken = wake_waiters(operation.object, count, self.alternative);
  note_outcome(woken.count > 0 ? Outcome::done : Outcome::refused, woken.first);
  return 0;
}

int timed_wait_on(pthread_cond_t* condition, pthread_mutex_t* mutex, clockid_t clock,
                  const timespec* deadline, Site site) {
  if (!is_valid(*deadline)) return EINVAL;
  return wait_on_condition(condition, mutex, virtual_deadline(clock, *deadline), site);
}

}  // namespace

// A wait is two steps: giving the mutex up and falling asleep; waking and taking it back.
int wait_on_condition(pthread_cond_t* condition, pthread_mutex_t* mutex, std::uint64_t deadline,
                      Site site) {
  Operation operation{.kind = OpKind::cond_wait,
                      .size = kConditionSize,
                      .object = object_of(condition),
                      .second = object_of(mutex),
                      .site = site};
  current_thread().deadline = deadline;
  Thread& self = scheduling_point(operation);
  sync::Mutex& state = mutex_at(operation.second);
  check_wait(operation, state, self);
  released_mutex(self, operation.second);
  self.wait_count = sync::begin_wait(self.parking, operation.object, state, self.id);
  operation.kind = OpKind::cond_wake;
  enter_cancellation_point(self);
  scheduling_point(operation);
  const Wake wake = take_wake(self);
  leave_cancellation_point(self);
  self.deadline = kNever;
  const sync::MutexResult taken = sync::end_wait(self.parking, state, self.id, self.wait_count);
  self.wait_count = 0;
  if (taken != sync::MutexResult::not_recoverable) {
    took_mutex(self, operation.second, LockAttempt::waits);
  }
  if (wake == Wake::cancelled) end_cancelled_thread();
  const int answer = taken == sync::MutexResult::owner_died        ? EOWNERDEAD
                     : taken == sync::MutexResult::not_recoverable ? ENOTRECOVERABLE
                                                                   : 0;
  if (wake == Wake::timed_out) {
    note_outcome(Outcome::timed_out);
    return answer != 0 ? answer : ETIMEDOUT;
  }
  if (wake == Wake::spurious) note_outcome(Outcome::spurious);
  return answer;
}

int signal_condition(pthread_cond_t* condition, Site site) {
  return notify(condition, OpKind::cond_signal, 1, site);
}

int broadcast_condition(pthread_cond_t* condition, Site site) {
  return notify(condition, OpKind::cond_broadcast, kNever, site);
}

void make_condition(pthread_cond_t* condition, clockid_t clock, Site site) {
  initialise(condition, kConditionSize, "condition variable", site,
             arguments(static_cast<std::uint32_t>(clock)));
  std::memset(condition, 0, sizeof *condition);
  condition_clock(object_of(condition)) = clock == CLOCK_MONOTONIC ? kMonotonicCondition : 0;
}

// Threads that were notified but have not moved yet wait no more: a condition may be destroyed as
// soon as it has notified all.
int destroy_condition(pthread_cond_t* condition, Site site) {
  const Operation operation{.kind = OpKind::destroy,
                            .size = kConditionSize,
                            .object = object_of(condition),
                            .site = site};
  scheduling_point(operation);
  if (is_destroyed(operation.object)) {
    fail_for_misuse(operation.object, "%s destroys a condition variable that is already destroyed");
  }
  for_each_waiter(operation.object, [&](const Thread& waiter) {
    fail_for_misuse(operation.object, "%s destroys a condition variable on which %s is blocked",
                    waiter.id);
  });
  condition_mark(operation.object) = kDestroyed;
  return 0;
}

HEDDLE_INTERPOSE int pthread_cond_wait(pthread_cond_t* condition, pthread_mutex_t* mutex) {
  if (!controlled()) return real().pthread_cond_wait(condition, mutex);
  return wait_on_condition(condition, mutex, kNever, HEDDLE_CALLER);
}

HEDDLE_INTERPOSE int pthread_cond_timedwait(pthread_cond_t* condition, pthread_mutex_t* mutex,
                                            const timespec* deadline) {
  if (!controlled()) return real().pthread_cond_timedwait(condition, mutex, deadline);
  return timed_wait_on(condition, mutex, clock_of(condition), deadline, HEDDLE_CALLER);
}

HEDDLE_INTERPOSE int pthread_cond_clockwait(pthread_cond_t* condition, pthread_mutex_t* mutex,
                                            clockid_t clock, const timespec* deadline) {
  if (!controlled()) return real().pthread_cond_clockwait(condition, mutex, clock, deadline);
  return timed_wait_on(condition, mutex, clock, deadline, HEDDLE_CALLER);
}

HEDDLE_INTERPOSE int pthread_cond_signal(pthread_cond_t* condition) {
  if (!controlled()) return real().pthread_cond_signal(condition);
  return signal_condition(condition, HEDDLE_CALLER);
}

HEDDLE_INTERPOSE int pthread_cond_broadcast(pthread_cond_t* condition) {
  if (!controlled()) return real().pthread_cond_broadcast(condition);
  return broadcast_condition(condition, HEDDLE_CALLER);
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
    scheduler().refuse(
        "the program uses a process-shared condition variable: Heddle explores one process; use a "
        "private one");
  }
  make_condition(condition, clock, HEDDLE_CALLER);
  return 0;
}

HEDDLE_INTERPOSE int pthread_cond_destroy(pthread_cond_t* condition) {
  if (!controlled()) return real().pthread_cond_destroy(condition);
  return destroy_condition(condition, HEDDLE_CALLER);
}

}  // namespace heddle::native
