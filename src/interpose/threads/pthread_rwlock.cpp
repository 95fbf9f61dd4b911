// Interposes pthread_rwlock_*.  The semantics of read-write locks are in sync/rwlock.hpp.
#include <cerrno>
#include <cstring>

#include "interpose/calls.hpp"
#include "interpose/interpose.hpp"
#include "monitors/events.hpp"
#include "monitors/misuse.hpp"
#include "runtime/virtual_time.hpp"
#include "sync/rwlock.hpp"

namespace heddle::native {
namespace {

constexpr std::uint16_t kRwlockSize = sizeof(pthread_rwlock_t);

// With this preference, a reader that already holds the lock may block without end behind a writer.
void refuse_writers_first(std::uint32_t preference) {
  if (preference != PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP) return;
  scheduler().refuse(
      "the program uses a writer-preferring read-write lock "
      "(PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP): Heddle does not support it; use the default "
      "kind");
}

void check_alive(ObjectId lock, const char* sentence) {
  if (rwlock_mark(lock) == kDestroyed) fail_for_misuse(lock, sentence);
}

int conclude(sync::RwLockResult result) {
  if (result == sync::RwLockResult::done) return 0;
  note_outcome(Outcome::refused);
  return result == sync::RwLockResult::busy ? EBUSY : EDEADLK;
}

Thread& announce_rwlock(pthread_rwlock_t* lock, OpKind kind, Site site) {
  refuse_writers_first(rwlock_preference(object_of(lock)));
  Thread& self = scheduling_point(
      {.kind = kind, .size = kRwlockSize, .object = object_of(lock), .site = site});
  return self;
}

int try_take(OpKind kind, ObjectId lock, ThreadId thread) {
  check_alive(lock, "%s locks a destroyed read-write lock");
  sync::RwLock& state = rwlock_at(lock);
  switch (kind) {
    case OpKind::rwlock_rdlock:
    case OpKind::rwlock_timedrdlock:
      return conclude(sync::read_lock(state, thread));
    case OpKind::rwlock_tryrdlock:
      return conclude(sync::try_read_lock(state, thread));
    case OpKind::rwlock_trywrlock:
      return conclude(sync::try_write_lock(state, thread));
    default:
      return conclude(sync::write_lock(state, thread));
  }
}

bool is_for_reading(OpKind kind) {
  return kind == OpKind::rwlock_rdlock || kind == OpKind::rwlock_tryrdlock ||
         kind == OpKind::rwlock_timedrdlock;
}

int take(OpKind kind, ObjectId lock, ThreadId thread) {
  const int error = try_take(kind, lock, thread);
  if (error != 0) return error;
  const bool waits = kind == OpKind::rwlock_rdlock || kind == OpKind::rwlock_wrlock;
  events::acquired(lock, waits ? LockAttempt::waits : LockAttempt::trial,
                   is_for_reading(kind) ? LockUse::reading : LockUse::writing);
  return 0;
}

int lock(pthread_rwlock_t* lock, OpKind kind, Site site) {
  const Thread& self = announce_rwlock(lock, kind, site);
  return take(self.pending.kind, self.pending.object, self.id);
}

int timed_lock(pthread_rwlock_t* lock, OpKind kind, clockid_t clock, const timespec* deadline,
               Site site) {
  if (!is_valid(*deadline)) return EINVAL;
  current_thread().deadline = virtual_deadline(clock, *deadline);
  Thread& self = announce_rwlock(lock, kind, site);
  const Wake wake = take_wake(self);
  self.deadline = kNever;
  if (wake == Wake::timed_out) {
    note_outcome(Outcome::timed_out);
    return ETIMEDOUT;
  }
  return take(self.pending.kind, self.pending.object, self.id);
}

}  // namespace

HEDDLE_INTERPOSE int pthread_rwlock_init(pthread_rwlock_t* lock,
                                         const pthread_rwlockattr_t* attributes) {
  if (!controlled()) return HEDDLE_ORIGINAL(pthread_rwlock_init)(lock, attributes);
  int preference = PTHREAD_RWLOCK_DEFAULT_NP;
  int shared = PTHREAD_PROCESS_PRIVATE;
  if (attributes != nullptr) {
    ::pthread_rwlockattr_getkind_np(attributes, &preference);
    ::pthread_rwlockattr_getpshared(attributes, &shared);
  }
  if (shared != PTHREAD_PROCESS_PRIVATE) {
    scheduler().refuse(
        "the program uses a process-shared read-write lock: Heddle explores one process; use a "
        "private one");
  }
  refuse_writers_first(static_cast<std::uint32_t>(preference));
  initialise(lock, kRwlockSize, "read-write lock", HEDDLE_CALLER);
  std::memset(lock, 0, sizeof *lock);
  return 0;
}

HEDDLE_INTERPOSE int pthread_rwlock_destroy(pthread_rwlock_t* lock) {
  if (!controlled()) return HEDDLE_ORIGINAL(pthread_rwlock_destroy)(lock);
  const Thread& self = announce_rwlock(lock, OpKind::destroy, HEDDLE_CALLER);
  const ObjectId object = self.pending.object;
  check_alive(object, "%s destroys a read-write lock that is already destroyed");
  const sync::RwLock& state = rwlock_at(object);
  if (state.writer != 0) {
    fail_for_misuse(object, "%s destroys a read-write lock that %s holds", state.owner());
  }
  if (state.readers != 0) {
    fail_for_misuse(object, "%s destroys a read-write lock that %s holds for reading",
                    state.reader());
  }
  rwlock_mark(object) = kDestroyed;
  return 0;
}

HEDDLE_INTERPOSE int pthread_rwlock_rdlock(pthread_rwlock_t* rwlock) {
  if (!controlled()) return HEDDLE_ORIGINAL(pthread_rwlock_rdlock)(rwlock);
  return lock(rwlock, OpKind::rwlock_rdlock, HEDDLE_CALLER);
}

HEDDLE_INTERPOSE int pthread_rwlock_tryrdlock(pthread_rwlock_t* rwlock) {
  if (!controlled()) return HEDDLE_ORIGINAL(pthread_rwlock_tryrdlock)(rwlock);
  return lock(rwlock, OpKind::rwlock_tryrdlock, HEDDLE_CALLER);
}

HEDDLE_INTERPOSE int pthread_rwlock_timedrdlock(pthread_rwlock_t* rwlock, const timespec* time) {
  if (!controlled()) return HEDDLE_ORIGINAL(pthread_rwlock_timedrdlock)(rwlock, time);
  return timed_lock(rwlock, OpKind::rwlock_timedrdlock, CLOCK_REALTIME, time, HEDDLE_CALLER);
}

HEDDLE_INTERPOSE int pthread_rwlock_clockrdlock(pthread_rwlock_t* rwlock, clockid_t clock,
                                                const timespec* time) {
  if (!controlled()) return HEDDLE_ORIGINAL(pthread_rwlock_clockrdlock)(rwlock, clock, time);
  return timed_lock(rwlock, OpKind::rwlock_timedrdlock, clock, time, HEDDLE_CALLER);
}

HEDDLE_INTERPOSE int pthread_rwlock_wrlock(pthread_rwlock_t* rwlock) {
  if (!controlled()) return HEDDLE_ORIGINAL(pthread_rwlock_wrlock)(rwlock);
  return lock(rwlock, OpKind::rwlock_wrlock, HEDDLE_CALLER);
}

HEDDLE_INTERPOSE int pthread_rwlock_trywrlock(pthread_rwlock_t* rwlock) {
  if (!controlled()) return HEDDLE_ORIGINAL(pthread_rwlock_trywrlock)(rwlock);
  return lock(rwlock, OpKind::rwlock_trywrlock, HEDDLE_CALLER);
}

HEDDLE_INTERPOSE int pthread_rwlock_timedwrlock(pthread_rwlock_t* rwlock, const timespec* time) {
  if (!controlled()) return HEDDLE_ORIGINAL(pthread_rwlock_timedwrlock)(rwlock, time);
  return timed_lock(rwlock, OpKind::rwlock_timedwrlock, CLOCK_REALTIME, time, HEDDLE_CALLER);
}

HEDDLE_INTERPOSE int pthread_rwlock_clockwrlock(pthread_rwlock_t* rwlock, clockid_t clock,
                                                const timespec* time) {
  if (!controlled()) return HEDDLE_ORIGINAL(pthread_rwlock_clockwrlock)(rwlock, clock, time);
  return timed_lock(rwlock, OpKind::rwlock_timedwrlock, clock, time, HEDDLE_CALLER);
}

HEDDLE_INTERPOSE int pthread_rwlock_unlock(pthread_rwlock_t* lock) {
  if (!controlled()) return HEDDLE_ORIGINAL(pthread_rwlock_unlock)(lock);
  const Thread& self = announce_rwlock(lock, OpKind::rwlock_unlock, HEDDLE_CALLER);
  const ObjectId object = self.pending.object;
  check_alive(object, "%s unlocks a destroyed read-write lock");
  sync::RwLock& state = rwlock_at(object);
  const bool was_writing = state.writer != 0;
  if (sync::unlock(state, self.id) == sync::RwLockResult::done) {
    events::released(object, was_writing ? LockUse::writing : LockUse::reading);
    return 0;
  }
  if (state.writer != 0) {
    fail_for_misuse(object, "%s unlocks a read-write lock that %s holds", state.owner());
  }
  if (state.readers != 0) {
    fail_for_misuse(object,
                    "%s unlocks a read-write lock that it does not hold (%s holds it for reading)",
                    state.reader());
  }
  fail_for_misuse(object, "%s unlocks a read-write lock that is not locked");
}

}  // namespace heddle::native
