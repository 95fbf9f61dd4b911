// Interposes sem_*.  The semantics of semaphores are in sync/semaphore.hpp.
#include <semaphore.h>

#include <cerrno>
#include <cstring>

#include "interpose/calls.hpp"
#include "interpose/interpose.hpp"
#include "monitors/events.hpp"
#include "monitors/misuse.hpp"
#include "runtime/cancellation.hpp"
#include "runtime/virtual_time.hpp"
#include "sync/semaphore.hpp"

namespace heddle::native {
namespace {

constexpr std::uint16_t kSemaphoreSize = sizeof(sem_t);

int fail_with(int error) {
  errno = error;
  return -1;
}

Thread& announce(sem_t* semaphore, OpKind kind, Site site) {
  return scheduling_point(
      {.kind = kind, .size = kSemaphoreSize, .object = object_of(semaphore), .site = site});
}

sync::Semaphore& alive(ObjectId semaphore) {
  if (semaphore_mark(semaphore) == kDestroyed) {
    fail_for_misuse(semaphore, "%s uses a destroyed semaphore");
  }
  return semaphore_at(semaphore);
}

int timed_wait(sem_t* semaphore, clockid_t clock, const timespec* deadline, Site site) {
  if (!is_valid(*deadline)) return fail_with(EINVAL);
  current_thread().deadline = virtual_deadline(clock, *deadline);
  Thread& self = cancellation_point({.kind = OpKind::sem_timedwait,
                                     .size = kSemaphoreSize,
                                     .object = object_of(semaphore),
                                     .site = site});
  const Wake wake = take_wake(self);
  self.deadline = kNever;
  if (wake == Wake::timed_out) {
    note_outcome(Outcome::timed_out);
    return fail_with(ETIMEDOUT);
  }
  sync::wait(alive(self.pending.object));
  events::ordered_after(self.pending.object);
  return 0;
}

}  // namespace

HEDDLE_INTERPOSE int sem_init(sem_t* semaphore, int shared, unsigned value) noexcept {
  if (!controlled()) return HEDDLE_ORIGINAL(sem_init)(semaphore, shared, value);
  if (shared != 0) {
    scheduler().refuse(
        "the program uses a process-shared semaphore: Heddle explores one process; use a private "
        "one");
  }
  if (value > sync::kMostPosts) return fail_with(EINVAL);
  initialise(semaphore, kSemaphoreSize, "semaphore", HEDDLE_CALLER, arguments(value));
  std::memset(semaphore, 0, sizeof *semaphore);
  semaphore_at(object_of(semaphore)) = {value};
  return 0;
}

HEDDLE_INTERPOSE int sem_destroy(sem_t* semaphore) noexcept {
  if (!controlled()) return HEDDLE_ORIGINAL(sem_destroy)(semaphore);
  const Thread& self = announce(semaphore, OpKind::destroy, HEDDLE_CALLER);
  alive(self.pending.object);
  semaphore_mark(self.pending.object) = kDestroyed;
  return 0;
}

HEDDLE_INTERPOSE int sem_post(sem_t* semaphore) noexcept {
  if (!controlled()) return HEDDLE_ORIGINAL(sem_post)(semaphore);
  sync::Semaphore& state =
      alive(announce(semaphore, OpKind::sem_post, HEDDLE_CALLER).pending.object);
  if (!sync::can_post(state)) return fail_with(EOVERFLOW);
  sync::post(state);
  events::ordered_before(object_of(semaphore));
  return 0;
}

HEDDLE_INTERPOSE int sem_wait(sem_t* semaphore) {
  if (!controlled()) return HEDDLE_ORIGINAL(sem_wait)(semaphore);
  const Thread& self = cancellation_point({.kind = OpKind::sem_wait,
                                           .size = kSemaphoreSize,
                                           .object = object_of(semaphore),
                                           .site = HEDDLE_CALLER});
  sync::wait(alive(self.pending.object));
  events::ordered_after(object_of(semaphore));
  return 0;
}

HEDDLE_INTERPOSE int sem_trywait(sem_t* semaphore) noexcept {
  if (!controlled()) return HEDDLE_ORIGINAL(sem_trywait)(semaphore);
  const Thread& self = announce(semaphore, OpKind::sem_trywait, HEDDLE_CALLER);
  if (sync::try_wait(alive(self.pending.object))) {
    events::ordered_after(self.pending.object);
    return 0;
  }
  note_outcome(Outcome::refused);
  return fail_with(EAGAIN);
}

HEDDLE_INTERPOSE int sem_timedwait(sem_t* semaphore, const timespec* deadline) {
  if (!controlled()) return HEDDLE_ORIGINAL(sem_timedwait)(semaphore, deadline);
  return timed_wait(semaphore, CLOCK_REALTIME, deadline, HEDDLE_CALLER);
}

HEDDLE_INTERPOSE int sem_clockwait(sem_t* semaphore, clockid_t clock, const timespec* deadline) {
  if (!controlled()) return HEDDLE_ORIGINAL(sem_clockwait)(semaphore, clock, deadline);
  return timed_wait(semaphore, clock, deadline, HEDDLE_CALLER);
}

HEDDLE_INTERPOSE int sem_getvalue(sem_t* semaphore, int* value) noexcept {
  if (!controlled()) return HEDDLE_ORIGINAL(sem_getvalue)(semaphore, value);
  const Thread& self =
      scheduling_point({.kind = OpKind::sem_value,
                        .size = kSemaphoreSize,
                        .object = object_of(semaphore),
                        .second = arguments(reinterpret_cast<std::uintptr_t>(value)),
                        .site = HEDDLE_CALLER});
  const std::uint32_t count = alive(self.pending.object).count;
  access_memory(value, sizeof *value, OpKind::write, HEDDLE_CALLER, arguments(count));
  *value = static_cast<int>(count);
  return 0;
}

}  // namespace heddle::native
