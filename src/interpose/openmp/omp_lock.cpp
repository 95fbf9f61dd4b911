#include "interpose/openmp/omp_lock.hpp"

#include "interpose/interpose.hpp"
#include "monitors/events.hpp"
#include "monitors/misuse.hpp"
#include "sync/spin_lock.hpp"

namespace heddle::native::openmp {
namespace {

const Thread& pause_at_lock(void* lock, OpKind kind, Site site) {
  return scheduling_point(
      {.kind = kind, .size = sizeof(sync::SpinLock), .object = object_of(lock), .site = site});
}

}  // namespace

void set_lock(void* lock, Site site) {
  const Thread& self = pause_at_lock(lock, OpKind::spin_lock, site);
  sync::SpinLock& word = spin_lock_at(self.pending.object);
  if (word.held_by(self.id)) {
    fail_for_misuse(self.pending.object,
                    "%s locks an OpenMP lock that it already holds: self-deadlock");
  }
  sync::lock(word, self.id);
  events::acquired(self.pending.object, LockAttempt::waits);
}

bool test_lock(void* lock, Site site) {
  const Thread& self = pause_at_lock(lock, OpKind::spin_trylock, site);
  sync::SpinLock& word = spin_lock_at(self.pending.object);
  if (!word.is_free()) {
    note_outcome(Outcome::refused);
    return false;
  }
  sync::lock(word, self.id);
  events::acquired(self.pending.object, LockAttempt::trial);
  return true;
}

void unset_lock(void* lock, Site site) {
  const Thread& self = pause_at_lock(lock, OpKind::spin_unlock, site);
  sync::SpinLock& word = spin_lock_at(self.pending.object);
  if (word.is_free()) {
    fail_for_misuse(self.pending.object, "%s unlocks an OpenMP lock that is not locked");
  }
  if (!word.held_by(self.id)) {
    fail_for_misuse(self.pending.object, "%s unlocks an OpenMP lock that %s holds", word.owner());
  }
  sync::unlock(word, self.id);
  events::released(self.pending.object);
}

}  // namespace heddle::native::openmp
