// Interposes pthread_mutex_*.  The semantics of mutexes are in sync/mutex.hpp.
#include <cerrno>
#include <cstring>

#include "interpose/calls.hpp"
#include "interpose/interpose.hpp"
#include "interpose/threads/mutex_holds.hpp"
#include "monitors/events.hpp"
#include "monitors/misuse.hpp"
#include "runtime/virtual_time.hpp"
#include "sync/mutex.hpp"

namespace heddle::native {
namespace {

constexpr std::uint16_t kMutexSize = sizeof(pthread_mutex_t);

void refuse_unsupported(ObjectId mutex) {
  if (!is_unsupported_mutex(mutex)) return;
  scheduler().refuse(
      "the program uses a mutex that is process-shared or has a priority ceiling: Heddle does not "
      "support these kinds; use a normal mutex");
}

// Returns the result of locking and updates the records of the thread.  A plain mutex that its
// holder locks again never becomes free.
int conclude_lock(sync::MutexResult result, ObjectId object, Thread& self, LockAttempt attempt) {
  const sync::Mutex& mutex = mutex_at(object);
  switch (result) {
    case sync::MutexResult::done:
    case sync::MutexResult::owner_died:
      if (mutex.count == 1) took_mutex(self, object, attempt);
      return result == sync::MutexResult::done ? 0 : EOWNERDEAD;
    case sync::MutexResult::not_recoverable:
      note_outcome(Outcome::refused);
      return ENOTRECOVERABLE;
    case sync::MutexResult::busy:
      note_outcome(Outcome::refused);
      return EBUSY;
    case sync::MutexResult::would_hang:
      if (mutex.type == sync::MutexType::error_checking) {
        note_outcome(Outcome::refused);
        return EDEADLK;
      }
      fail_for_misuse(object, "%s locks a mutex that it already holds: self-deadlock");
    case sync::MutexResult::destroyed:
      fail_for_misuse(object, "%s locks a destroyed mutex");
    case sync::MutexResult::not_owner:
      break;
  }
  return EINVAL;
}

}  // namespace

int lock_mutex(pthread_mutex_t* mutex, Site site, ObjectId others) {
  const Operation operation{.kind = OpKind::mutex_lock,
                            .size = kMutexSize,
                            .object = object_of(mutex),
                            .second = others,
                            .site = site};
  refuse_unsupported(operation.object);
  Thread& self = scheduling_point(operation);
  return conclude_lock(sync::lock(mutex_at(operation.object), self.id), operation.object, self,
                       LockAttempt::waits);
}

int try_lock_mutex(pthread_mutex_t* mutex, Site site) {
  const Operation operation{
      .kind = OpKind::mutex_trylock, .size = kMutexSize, .object = object_of(mutex), .site = site};
  refuse_unsupported(operation.object);
  Thread& self = scheduling_point(operation);
  return conclude_lock(sync::try_lock(mutex_at(operation.object), self.id), operation.object, self,
                       LockAttempt::trial);
}

int timed_lock_mutex(pthread_mutex_t* mutex, clockid_t clock, const timespec* deadline, Site site) {
  const Operation operation{.kind = OpKind::mutex_timedlock,
                            .size = kMutexSize,
                            .object = object_of(mutex),
                            .site = site};
  refuse_unsupported(operation.object);
  if (!is_valid(*deadline)) return EINVAL;
  current_thread().deadline = virtual_deadline(clock, *deadline);
  Thread& self = scheduling_point(operation);
  const Wake wake = take_wake(self);
  self.deadline = kNever;
  if (wake == Wake::timed_out) {
    note_outcome(Outcome::timed_out);
    return ETIMEDOUT;
  }
  return conclude_lock(sync::lock(mutex_at(operation.object), self.id), operation.object, self,
                       LockAttempt::trial);
}

int unlock_mutex(pthread_mutex_t* mutex, Site site, ObjectId others) {
  const Operation operation{.kind = OpKind::mutex_unlock,
                            .size = kMutexSize,
                            .object = object_of(mutex),
                            .second = others,
                            .site = site};
  Thread& self = scheduling_point(operation);
  sync::Mutex& state = mutex_at(operation.object);
  const auto result = sync::unlock(state, self.id);
  if (result == sync::MutexResult::done) {
    if (state.is_free()) released_mutex(self, operation.object);
    return 0;
  }
  if (result == sync::MutexResult::destroyed) {
    fail_for_misuse(operation.object, "%s unlocks a destroyed mutex");
  }
  if (state.type == sync::MutexType::error_checking) return EPERM;
  if (state.is_free()) {
    fail_for_misuse(operation.object, "%s unlocks a mutex that is not locked");
  }
  fail_for_misuse(operation.object, "%s unlocks a mutex that %s holds", state.owner());
}

void make_mutex(pthread_mutex_t* mutex, int type, Site site) {
  initialise(mutex, kMutexSize, "mutex", site, arguments(static_cast<std::uint32_t>(type)));
  std::memset(mutex, 0, sizeof *mutex);
  word_of(object_of(mutex), kMutexTypeWord) = static_cast<std::uint32_t>(type);
}

int destroy_mutex(pthread_mutex_t* mutex, Site site) {
  const Operation operation{
      .kind = OpKind::destroy, .size = kMutexSize, .object = object_of(mutex), .site = site};
  const Thread& self = scheduling_point(operation);
  const sync::Mutex& state = mutex_at(operation.object);
  if (state.type == sync::MutexType::destroyed) {
    fail_for_misuse(operation.object, "%s destroys a mutex that is already destroyed");
  }
  // The C library's answer is EBUSY, and the mutex stays.
  if (!state.is_free()) {
    report_misuse(operation.object,
                  state.held_by(self.id) ? "%s destroys a mutex that it holds"
                                         : "%s destroys a mutex that %s holds",
                  state.owner());
    note_outcome(Outcome::refused);
    return EBUSY;
  }
  const World& world = native::world();
  for (std::uint32_t i = 0; i < world.threads_seen; ++i) {
    const Thread& other = world.threads[i];
    if (other.life == Life::announced && other.pending.kind == OpKind::cond_wake &&
        other.pending.second == operation.object) {
      fail_for_misuse(
          operation.object,
          "%s destroys a mutex that %s will lock again when its wait on a condition variable ends",
          other.id);
    }
  }
  word_of(operation.object, kMutexTypeWord) = kDestroyedMutex;
  return 0;
}

HEDDLE_INTERPOSE int pthread_mutex_lock(pthread_mutex_t* mutex) {
  if (!controlled()) return real().pthread_mutex_lock(mutex);
  return lock_mutex(mutex, HEDDLE_CALLER);
}

HEDDLE_INTERPOSE int pthread_mutex_trylock(pthread_mutex_t* mutex) {
  if (!controlled()) return real().pthread_mutex_trylock(mutex);
  return try_lock_mutex(mutex, HEDDLE_CALLER);
}

HEDDLE_INTERPOSE int pthread_mutex_timedlock(pthread_mutex_t* mutex, const timespec* deadline) {
  if (!controlled()) return real().pthread_mutex_timedlock(mutex, deadline);
  return timed_lock_mutex(mutex, CLOCK_REALTIME, deadline, HEDDLE_CALLER);
}

HEDDLE_INTERPOSE int pthread_mutex_clocklock(pthread_mutex_t* mutex, clockid_t clock,
                                             const timespec* deadline) {
  if (!controlled()) return real().pthread_mutex_clocklock(mutex, clock, deadline);
  return timed_lock_mutex(mutex, clock, deadline, HEDDLE_CALLER);
}

HEDDLE_INTERPOSE int pthread_mutex_unlock(pthread_mutex_t* mutex) {
  if (!controlled()) return real().pthread_mutex_unlock(mutex);
  return unlock_mutex(mutex, HEDDLE_CALLER);
}

HEDDLE_INTERPOSE int pthread_mutex_init(pthread_mutex_t* mutex,
                                        const pthread_mutexattr_t* attributes) {
  if (!controlled()) return real().pthread_mutex_init(mutex, attributes);
  int type = PTHREAD_MUTEX_DEFAULT;
  int shared = PTHREAD_PROCESS_PRIVATE;
  int robust = PTHREAD_MUTEX_STALLED;
  int protocol = PTHREAD_PRIO_NONE;
  if (attributes != nullptr) {
    ::pthread_mutexattr_gettype(attributes, &type);
    ::pthread_mutexattr_getpshared(attributes, &shared);
    ::pthread_mutexattr_getrobust(attributes, &robust);
    ::pthread_mutexattr_getprotocol(attributes, &protocol);
  }
  if (shared != PTHREAD_PROCESS_PRIVATE) {
    scheduler().refuse(
        "the program uses a process-shared mutex: Heddle explores one process; use a private one");
  }
  if (protocol == PTHREAD_PRIO_PROTECT) {
    scheduler().refuse(
        "the program uses a mutex with a priority ceiling: Heddle does not model thread "
        "priorities; use a normal mutex");
  }
  make_mutex(mutex, robust == PTHREAD_MUTEX_STALLED ? type : type | int{kRobustMutex},
             HEDDLE_CALLER);
  return 0;
}

HEDDLE_INTERPOSE int pthread_mutex_consistent(pthread_mutex_t* mutex) noexcept {
  if (!controlled()) return call_real<int>("pthread_mutex_consistent", mutex);
  // No other thread observes the difference while this one holds the mutex.
  sync::Mutex& state = mutex_at(object_of(mutex));
  if (state.robustness == sync::Robustness::none) return EINVAL;
  if (!state.held_by(world().current)) {
    fail_for_misuse(object_of(mutex), "%s makes a mutex consistent that it does not hold");
  }
  return sync::make_consistent(state) ? 0 : EINVAL;
}

HEDDLE_INTERPOSE int pthread_mutex_destroy(pthread_mutex_t* mutex) {
  if (!controlled()) return real().pthread_mutex_destroy(mutex);
  return destroy_mutex(mutex, HEDDLE_CALLER);
}

}  // namespace heddle::native
