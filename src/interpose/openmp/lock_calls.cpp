// Interposes the locks of OpenMP: omp_*_lock, `critical`, and libgomp's `atomic` for types without
// atomic instructions.
#include "interpose/calls.hpp"
#include "interpose/interpose.hpp"
#include "interpose/openmp/libgomp.hpp"
#include "interpose/openmp/omp_lock.hpp"
#include "monitors/misuse.hpp"
#include "runtime/library_state.hpp"
#include "sync/spin_lock.hpp"

namespace heddle::native::openmp {
namespace {

void destroy_lock(void* lock, Site site) {
  const Thread& self = scheduling_point({.kind = OpKind::destroy,
                                         .size = sizeof(sync::SpinLock),
                                         .object = object_of(lock),
                                         .site = site});
  const sync::SpinLock& word = spin_lock_at(self.pending.object);
  if (!word.is_free()) {
    fail_for_misuse(self.pending.object, "%s destroys an OpenMP lock that %s holds", word.owner());
  }
}

// The second word of a nestable lock counts how often its holder has set it.
std::uint32_t& nesting(void* lock) { return word_of(object_of(lock), 1); }

bool is_held(const void* lock) { return spin_lock_at(object_of(lock)).held_by(world().current); }

void make_lock(void* lock, Site site) {
  initialise(lock, sizeof(sync::SpinLock), "OpenMP lock", site);
  spin_lock_at(object_of(lock)) = {};
}

void make_nest_lock(void* lock, Site site) {
  initialise(lock, 2 * sizeof(sync::SpinLock), "OpenMP lock", site);
  spin_lock_at(object_of(lock)) = {};
  nesting(lock) = 0;
}

void* critical_lock() { return &library_state().openmp_locks[0]; }
void* atomic_lock() { return &library_state().openmp_locks[1]; }

}  // namespace

HEDDLE_INTERPOSE void omp_init_lock(void* lock) {
  if (!in_exploration()) return call_library<void>("omp_init_lock", lock);
  make_lock(lock, HEDDLE_CALLER);
}

HEDDLE_INTERPOSE void omp_init_lock_with_hint(void* lock, int hint) {
  if (!in_exploration()) return call_library<void>("omp_init_lock_with_hint", lock, hint);
  make_lock(lock, HEDDLE_CALLER);
}

HEDDLE_INTERPOSE void omp_destroy_lock(void* lock) {
  if (!in_exploration()) return call_library<void>("omp_destroy_lock", lock);
  destroy_lock(lock, HEDDLE_CALLER);
}

HEDDLE_INTERPOSE void omp_set_lock(void* lock) {
  if (!in_exploration()) return call_library<void>("omp_set_lock", lock);
  set_lock(lock, HEDDLE_CALLER);
}

HEDDLE_INTERPOSE void omp_unset_lock(void* lock) {
  if (!in_exploration()) return call_library<void>("omp_unset_lock", lock);
  unset_lock(lock, HEDDLE_CALLER);
}

HEDDLE_INTERPOSE int omp_test_lock(void* lock) {
  if (!in_exploration()) return call_library<int>("omp_test_lock", lock);
  return test_lock(lock, HEDDLE_CALLER) ? 1 : 0;
}

HEDDLE_INTERPOSE void omp_init_nest_lock(void* lock) {
  if (!in_exploration()) return call_library<void>("omp_init_nest_lock", lock);
  make_nest_lock(lock, HEDDLE_CALLER);
}

HEDDLE_INTERPOSE void omp_init_nest_lock_with_hint(void* lock, int hint) {
  if (!in_exploration()) return call_library<void>("omp_init_nest_lock_with_hint", lock, hint);
  make_nest_lock(lock, HEDDLE_CALLER);
}

HEDDLE_INTERPOSE void omp_destroy_nest_lock(void* lock) {
  if (!in_exploration()) return call_library<void>("omp_destroy_nest_lock", lock);
  destroy_lock(lock, HEDDLE_CALLER);
}

// A thread that holds the lock counts its further calls, which no other thread can observe.
HEDDLE_INTERPOSE void omp_set_nest_lock(void* lock) {
  if (!in_exploration()) return call_library<void>("omp_set_nest_lock", lock);
  if (!is_held(lock)) set_lock(lock, HEDDLE_CALLER);
  ++nesting(lock);
}

HEDDLE_INTERPOSE void omp_unset_nest_lock(void* lock) {
  if (!in_exploration()) return call_library<void>("omp_unset_nest_lock", lock);
  if (is_held(lock) && --nesting(lock) > 0) return;
  unset_lock(lock, HEDDLE_CALLER);
}

HEDDLE_INTERPOSE int omp_test_nest_lock(void* lock) {
  if (!in_exploration()) return call_library<int>("omp_test_nest_lock", lock);
  if (!is_held(lock) && !test_lock(lock, HEDDLE_CALLER)) return 0;
  return static_cast<int>(++nesting(lock));
}

HEDDLE_INTERPOSE void GOMP_critical_start() {
  if (!in_exploration()) return call_library<void>("GOMP_critical_start");
  set_lock(critical_lock(), HEDDLE_CALLER);
}

HEDDLE_INTERPOSE void GOMP_critical_end() {
  if (!in_exploration()) return call_library<void>("GOMP_critical_end");
  unset_lock(critical_lock(), HEDDLE_CALLER);
}

// `name` is a word of the program for each name.
HEDDLE_INTERPOSE void GOMP_critical_name_start(void** name) {
  if (!in_exploration()) return call_library<void>("GOMP_critical_name_start", name);
  set_lock(name, HEDDLE_CALLER);
}

HEDDLE_INTERPOSE void GOMP_critical_name_end(void** name) {
  if (!in_exploration()) return call_library<void>("GOMP_critical_name_end", name);
  unset_lock(name, HEDDLE_CALLER);
}

HEDDLE_INTERPOSE void GOMP_atomic_start() {
  if (!in_exploration()) return call_library<void>("GOMP_atomic_start");
  set_lock(atomic_lock(), HEDDLE_CALLER);
}

HEDDLE_INTERPOSE void GOMP_atomic_end() {
  if (!in_exploration()) return call_library<void>("GOMP_atomic_end");
  unset_lock(atomic_lock(), HEDDLE_CALLER);
}

// libomp's entry points name the source line and the thread first.  `name` is an object of the
// program for each name.
HEDDLE_INTERPOSE void __kmpc_critical(void* where, int thread, void* name) {
  if (!in_exploration()) return call_library<void>("__kmpc_critical", where, thread, name);
  set_lock(name, HEDDLE_CALLER);
}

HEDDLE_INTERPOSE void __kmpc_critical_with_hint(void* where, int thread, void* name,
                                                std::uint32_t hint) {
  if (!in_exploration()) {
    return call_library<void>("__kmpc_critical_with_hint", where, thread, name, hint);
  }
  set_lock(name, HEDDLE_CALLER);
}

HEDDLE_INTERPOSE void __kmpc_end_critical(void* where, int thread, void* name) {
  if (!in_exploration()) return call_library<void>("__kmpc_end_critical", where, thread, name);
  unset_lock(name, HEDDLE_CALLER);
}

}  // namespace heddle::native::openmp
