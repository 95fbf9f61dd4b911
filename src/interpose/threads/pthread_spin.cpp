// Interposes pthread_spin_*.  The semantics of spin locks are in sync/spin_lock.hpp.  A thread that
// cannot take the lock is blocked; it does not spin.
#include <cerrno>

#include "interpose/calls.hpp"
#include "interpose/interpose.hpp"
#include "monitors/events.hpp"
#include "monitors/misuse.hpp"
#include "sync/spin_lock.hpp"

namespace heddle::native {
namespace {

// The C library's type is volatile.
ObjectId object_at(pthread_spinlock_t* lock) { return object_of(const_cast<int*>(lock)); }

const Thread& announce_spin_lock(pthread_spinlock_t* lock, OpKind kind, Site site) {
  return scheduling_point(
      {.kind = kind, .size = sizeof *lock, .object = object_at(lock), .site = site});
}

}  // namespace

HEDDLE_INTERPOSE int pthread_spin_init(pthread_spinlock_t* lock, int shared) {
  if (!controlled()) return HEDDLE_ORIGINAL(pthread_spin_init)(lock, shared);
  if (shared != PTHREAD_PROCESS_PRIVATE) {
    scheduler().refuse(
        "the program uses a process-shared spin lock: Heddle explores one process; use a private "
        "one");
  }
  initialise(const_cast<int*>(lock), sizeof *lock, "spin lock", HEDDLE_CALLER);
  spin_lock_at(object_at(lock)) = {};
  return 0;
}

HEDDLE_INTERPOSE int pthread_spin_destroy(pthread_spinlock_t* lock) {
  if (!controlled()) return HEDDLE_ORIGINAL(pthread_spin_destroy)(lock);
  const Thread& self = announce_spin_lock(lock, OpKind::destroy, HEDDLE_CALLER);
  const sync::SpinLock& spin = spin_lock_at(self.pending.object);
  if (!spin.is_free()) {
    fail_for_misuse(self.pending.object, "%s destroys a spin lock that %s holds", spin.owner());
  }
  return 0;
}

HEDDLE_INTERPOSE int pthread_spin_lock(pthread_spinlock_t* lock) {
  if (!controlled()) return HEDDLE_ORIGINAL(pthread_spin_lock)(lock);
  const Thread& self = announce_spin_lock(lock, OpKind::spin_lock, HEDDLE_CALLER);
  sync::SpinLock& spin = spin_lock_at(self.pending.object);
  if (spin.held_by(self.id)) {
    fail_for_misuse(self.pending.object,
                    "%s locks a spin lock that it already holds: self-deadlock");
  }
  sync::lock(spin, self.id);
  events::acquired(self.pending.object, LockAttempt::waits);
  return 0;
}

HEDDLE_INTERPOSE int pthread_spin_trylock(pthread_spinlock_t* lock) {
  if (!controlled()) return HEDDLE_ORIGINAL(pthread_spin_trylock)(lock);
  const Thread& self = announce_spin_lock(lock, OpKind::spin_trylock, HEDDLE_CALLER);
  sync::SpinLock& spin = spin_lock_at(self.pending.object);
  if (!spin.is_free()) {
    note_outcome(Outcome::refused);
    return EBUSY;
  }
  sync::lock(spin, self.id);
  events::acquired(self.pending.object, LockAttempt::trial);
  return 0;
}

HEDDLE_INTERPOSE int pthread_spin_unlock(pthread_spinlock_t* lock) {
  if (!controlled()) return HEDDLE_ORIGINAL(pthread_spin_unlock)(lock);
  const Thread& self = announce_spin_lock(lock, OpKind::spin_unlock, HEDDLE_CALLER);
  sync::SpinLock& spin = spin_lock_at(self.pending.object);
  if (spin.is_free()) {
    fail_for_misuse(self.pending.object, "%s unlocks a spin lock that is not locked");
  }
  if (!spin.held_by(self.id)) {
    fail_for_misuse(self.pending.object, "%s unlocks a spin lock that %s holds", spin.owner());
  }
  sync::unlock(spin, self.id);
  events::released(self.pending.object);
  return 0;
}

}  // namespace heddle::native
