// pthread_mutex_*: the calls.  What a mutex means is in sync/mutex.hpp.
#include <cerrno>
#include <cstring>

#include "native/interpose/interpose.hpp"
#include "native/virtual_time.hpp"
#include "sync/mutex.hpp"

namespace heddle::native {
namespace {

int error_of(sync::MutexResult result) {
  switch (result) {
    case sync::MutexResult::done:
      return 0;
    case sync::MutexResult::busy:
      return EBUSY;
    case sync::MutexResult::would_hang:
      return EDEADLK;
    case sync::MutexResult::not_owner:
      return EPERM;
  }
  return EINVAL;
}

int lock(pthread_mutex_t* mutex, Site site) {
  const Operation operation{.kind = OpKind::mutex_lock, .object = object_of(mutex), .site = site};
  const Thread& self = scheduling_point(operation);
  return error_of(sync::lock(mutex_at(operation.object), self.id));
}

int timed_lock(pthread_mutex_t* mutex, clockid_t clock, const timespec* deadline, Site site) {
  const Operation operation{
      .kind = OpKind::mutex_timedlock, .object = object_of(mutex), .site = site};
  current_thread().deadline = virtual_deadline(clock, *deadline);
  Thread& self = scheduling_point(operation);
  const Wake wake = take_wake(self);
  self.deadline = kNever;
  if (wake == Wake::timed_out) {
    note_outcome(Outcome::timed_out);
    return ETIMEDOUT;
  }
  return error_of(sync::lock(mutex_at(operation.object), self.id));
}

}  // namespace

HEDDLE_INTERPOSE int pthread_mutex_lock(pthread_mutex_t* mutex) {
  if (!controlled()) return real().pthread_mutex_lock(mutex);
  return lock(mutex, HEDDLE_CALLER);
}

HEDDLE_INTERPOSE int pthread_mutex_trylock(pthread_mutex_t* mutex) {
  if (!controlled()) return real().pthread_mutex_trylock(mutex);
  const Operation operation{
      .kind = OpKind::mutex_trylock, .object = object_of(mutex), .site = HEDDLE_CALLER};
  const Thread& self = scheduling_point(operation);
  const auto result = sync::try_lock(mutex_at(operation.object), self.id);
  if (result == sync::MutexResult::busy) note_outcome(Outcome::refused);
  return error_of(result);
}

HEDDLE_INTERPOSE int pthread_mutex_timedlock(pthread_mutex_t* mutex, const timespec* deadline) {
  if (!controlled()) return real().pthread_mutex_timedlock(mutex, deadline);
  return timed_lock(mutex, CLOCK_REALTIME, deadline, HEDDLE_CALLER);
}

HEDDLE_INTERPOSE int pthread_mutex_clocklock(pthread_mutex_t* mutex, clockid_t clock,
                                             const timespec* deadline) {
  if (!controlled()) return real().pthread_mutex_clocklock(mutex, clock, deadline);
  return timed_lock(mutex, clock, deadline, HEDDLE_CALLER);
}

HEDDLE_INTERPOSE int pthread_mutex_unlock(pthread_mutex_t* mutex) {
  if (!controlled()) return real().pthread_mutex_unlock(mutex);
  const Operation operation{
      .kind = OpKind::mutex_unlock, .object = object_of(mutex), .site = HEDDLE_CALLER};
  const Thread& self = scheduling_point(operation);
  sync::Mutex& state = mutex_at(operation.object);
  const auto result = sync::unlock(state, self.id);
  if (result == sync::MutexResult::not_owner && state.type != sync::MutexType::error_checking) {
    conductor().fail(FailureKind::misuse,
                     state.is_free() ? "a mutex that nobody holds was unlocked"
                                     : "a mutex was unlocked by a thread that does not hold it");
  }
  return error_of(result);
}

HEDDLE_INTERPOSE int pthread_mutex_init(pthread_mutex_t* mutex,
                                        const pthread_mutexattr_t* attributes) {
  if (!controlled()) return real().pthread_mutex_init(mutex, attributes);
  int type = PTHREAD_MUTEX_DEFAULT;
  int shared = PTHREAD_PROCESS_PRIVATE;
  int robust = PTHREAD_MUTEX_STALLED;
  if (attributes != nullptr) {
    ::pthread_mutexattr_gettype(attributes, &type);
    ::pthread_mutexattr_getpshared(attributes, &shared);
    ::pthread_mutexattr_getrobust(attributes, &robust);
  }
  if (shared != PTHREAD_PROCESS_PRIVATE) {
    conductor().refuse(
        "the program uses a mutex shared between processes, which Heddle does not control");
  }
  if (robust != PTHREAD_MUTEX_STALLED) {
    conductor().refuse("the program uses a robust mutex, which Heddle does not support yet");
  }
  std::memset(mutex, 0, sizeof *mutex);
  const auto word = static_cast<std::uint32_t>(type);
  std::memcpy(reinterpret_cast<std::uint32_t*>(mutex) + kMutexTypeWord, &word, sizeof word);
  return 0;
}

HEDDLE_INTERPOSE int pthread_mutex_destroy(pthread_mutex_t* mutex) {
  if (!controlled()) return real().pthread_mutex_destroy(mutex);
  return mutex_at(object_of(mutex)).is_free() ? 0 : EBUSY;
}

}  // namespace heddle::native
