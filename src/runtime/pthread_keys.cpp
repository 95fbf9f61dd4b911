#include "runtime/pthread_keys.hpp"

#include "runtime/real_functions.hpp"
#include "runtime/world.hpp"

namespace heddle::native {

struct RealKeys {
  PthreadKey keys[kMaxKeys] = {};
  void* main_values[kMaxKeys] = {};
  bool main_has_values = false;
};

namespace {
RealKeys& real_keys() { return static_part(runtime().real_keys); }
}  // namespace

void note_real_key(pthread_key_t key, void (*destructor)(void*)) {
  if (key < kMaxKeys) real_keys().keys[key] = {true, destructor};
}

void forget_real_key(pthread_key_t key) {
  if (key < kMaxKeys) real_keys().keys[key] = {};
}

void adopt_real_keys() {
  RealKeys& found = real_keys();
  for (std::size_t key = 0; key < kMaxKeys; ++key) {
    world().keys[key] = found.keys[key];
    if (!found.keys[key].used) continue;
    found.main_values[key] = real().pthread_getspecific(static_cast<pthread_key_t>(key));
    found.main_has_values |= found.main_values[key] != nullptr;
  }
}

void adopt_main_values() {
  const RealKeys& found = real_keys();
  if (!found.main_has_values) return;
  Thread& self = current_thread();
  self.specific = static_cast<void**>(heap().allocate(self.id, kMaxKeys * sizeof(void*)));
  for (std::size_t key = 0; key < kMaxKeys; ++key) self.specific[key] = found.main_values[key];
}

}  // namespace heddle::native
