// pthread_key_* and thread-specific values.  Keys made before the exploration began are the C
// library's; their numbers and the main thread's values are taken over by initial_state.cpp.
#include <cerrno>

#include "interpose/calls.hpp"
#include "interpose/interpose.hpp"
#include "interpose/memory/library_access.hpp"
#include "monitors/events.hpp"
#include "runtime/library_state.hpp"
#include "runtime/number_of.hpp"
#include "runtime/program_code.hpp"
#include "runtime/program_uses.hpp"
#include "runtime/pthread_keys.hpp"

namespace heddle::native {
namespace {

// The calls of a library without instrumentation are no scheduling points.  It may hold a lock that
// consists of its own atomics.  Another thread that ran meanwhile would wait for that lock without
// a scheduling point, which is a false livelock.

void** values_of(Thread& self) {
  if (self.specific == nullptr) {
    self.specific = static_cast<void**>(heap().allocate(self.id, kMaxKeys * sizeof(void*)));
  }
  return self.specific;
}

// Which numbers are free.  Creating and deleting keys are steps of the program with this object.
ObjectId key_table() { return object_of(&library_state().key_table); }

void use_key_table(ObjectId others, Site site) {
  if (!is_program_code(site)) return;
  scheduling_point({.kind = OpKind::atomic_update,
                    .size = 1,
                    .object = key_table(),
                    .second = others,
                    .site = site});
  note_atomic_change(MemoryChange::some);
}

// Threads share a key without protection: its deletion writes it, and every other use reads it.
// Without a deletion there is nothing to observe.
bool is_use_of_key(pthread_key_t key, Site site) {
  return key < kMaxKeys && program_uses(ProgramUse::key_deletions) && is_program_code(site);
}

[[gnu::always_inline]] inline void read_key(pthread_key_t key, ObjectId others, Site site) {
  if (!is_use_of_key(key, site)) return;
  access_memory(&library_state().keys[key], 1, OpKind::read, site, others);
}

}  // namespace

int create_key(pthread_key_t* key, void (*destructor)(void*), Site site) {
  use_key_table(arguments(number_of(key), number_of(destructor)), site);
  events::ordered_after(key_table());
  auto& keys = world().keys;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (keys[i].used) continue;
    keys[i] = {true, destructor};
    world().keys_changed = true;
    if (is_program_code(site)) access_in_step(writing(key, sizeof *key), site);
    *key = static_cast<pthread_key_t>(i);
    return 0;
  }
  return EAGAIN;
}

int delete_key(pthread_key_t key, Site site) {
  use_key_table(arguments(number_of(key), 1U), site);
  if (key >= kMaxKeys || !world().keys[key].used) return EINVAL;
  // In the same step: the key must not go later than the step says.
  if (is_use_of_key(key, site)) access_in_step(writing(&library_state().keys[key], 1), site);
  events::ordered_before(key_table());
  world().keys[key] = {};
  world().keys_changed = true;
  for (std::uint32_t i = 0; i < world().threads_seen; ++i) {
    if (void** values = world().threads[i].specific) values[key] = nullptr;
  }
  return 0;
}

void* specific_value(pthread_key_t key, Site site) {
  read_key(key, arguments(number_of(key)), site);
  const Thread& self = current_thread();
  return self.specific == nullptr || key >= kMaxKeys ? nullptr : self.specific[key];
}

int set_specific_value(pthread_key_t key, const void* value, Site site) {
  read_key(key, arguments(number_of(key), number_of(value)), site);
  if (key >= kMaxKeys || !world().keys[key].used) return EINVAL;
  values_of(current_thread())[key] = const_cast<void*>(value);
  return 0;
}

HEDDLE_INTERPOSE int pthread_key_create(pthread_key_t* key, void (*destructor)(void*)) {
  if (controlled()) return create_key(key, destructor, HEDDLE_CALLER);
  const int error = real().pthread_key_create(key, destructor);
  if (error == 0) note_real_key(*key, destructor);
  return error;
}

HEDDLE_INTERPOSE int pthread_key_delete(pthread_key_t key) {
  if (controlled()) return delete_key(key, HEDDLE_CALLER);
  forget_real_key(key);
  return real().pthread_key_delete(key);
}

HEDDLE_INTERPOSE void* pthread_getspecific(pthread_key_t key) {
  return controlled() ? specific_value(key, HEDDLE_CALLER) : real().pthread_getspecific(key);
}

HEDDLE_INTERPOSE int pthread_setspecific(pthread_key_t key, const void* value) {
  if (controlled()) return set_specific_value(key, value, HEDDLE_CALLER);
  return real().pthread_setspecific(key, value);
}

}  // namespace heddle::native
