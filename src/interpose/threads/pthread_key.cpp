// pthread_key_* and thread-specific values.  Keys made before the exploration began are the C
// library's; their numbers and the main thread's values are taken over by initial_state.cpp.
#include <cerrno>

#include "interpose/interpose.hpp"
#include "runtime/pthread_keys.hpp"

namespace heddle::native {
namespace {

void** values_of(Thread& self) {
  if (self.specific == nullptr) {
    self.specific = static_cast<void**>(heap().allocate(self.id, kMaxKeys * sizeof(void*)));
  }
  return self.specific;
}

}  // namespace

HEDDLE_INTERPOSE int pthread_key_create(pthread_key_t* key, void (*destructor)(void*)) {
  if (!controlled()) {
    const int error = real().pthread_key_create(key, destructor);
    if (error == 0) note_real_key(*key, destructor);
    return error;
  }
  auto& keys = world().keys;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (keys[i].used) continue;
    keys[i] = {true, destructor};
    world().keys_changed = true;
    *key = static_cast<pthread_key_t>(i);
    return 0;
  }
  return EAGAIN;
}

HEDDLE_INTERPOSE int pthread_key_delete(pthread_key_t key) {
  if (!controlled()) {
    forget_real_key(key);
    return real().pthread_key_delete(key);
  }
  if (key >= kMaxKeys || !world().keys[key].used) return EINVAL;
  world().keys[key] = {};
  world().keys_changed = true;
  for (std::uint32_t i = 0; i < world().threads_seen; ++i) {
    if (void** values = world().threads[i].specific) values[key] = nullptr;
  }
  return 0;
}

HEDDLE_INTERPOSE void* pthread_getspecific(pthread_key_t key) {
  if (!controlled()) return real().pthread_getspecific(key);
  const Thread& self = current_thread();
  return self.specific == nullptr || key >= kMaxKeys ? nullptr : self.specific[key];
}

HEDDLE_INTERPOSE int pthread_setspecific(pthread_key_t key, const void* value) {
  if (!controlled()) return real().pthread_setspecific(key, value);
  if (key >= kMaxKeys || !world().keys[key].used) return EINVAL;
  values_of(current_thread())[key] = const_cast<void*>(value);
  return 0;
}

}  // namespace heddle::native
