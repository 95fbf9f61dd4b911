#include "runtime/pthread_keys.hpp"

#include "runtime/real_functions.hpp"
#include "runtime/world.hpp"

namespace heddle::native {
namespace {

constinit PthreadKey g_keys[kMaxKeys] = {};
constinit void* g_main_values[kMaxKeys] = {};
constinit bool g_main_has_values = false;

}  // namespace

void note_real_key(pthread_key_t key, void (*destructor)(void*)) {
  if (key < kMaxKeys) g_keys[key] = {true, destructor};
}

void forget_real_key(pthread_key_t key) {
  if (key < kMaxKeys) g_keys[key] = {};
}

void adopt_real_keys() {
  for (std::size_t key = 0; key < kMaxKeys; ++key) {
    world().keys[key] = g_keys[key];
    if (!g_keys[key].used) continue;
    g_main_values[key] = real().pthread_getspecific(static_cast<pthread_key_t>(key));
    g_main_has_values |= g_main_values[key] != nullptr;
  }
}

void adopt_main_values() {
  if (!g_main_has_values) return;
  Thread& self = current_thread();
  self.specific = static_cast<void**>(heap().allocate(self.id, kMaxKeys * sizeof(void*)));
  for (std::size_t key = 0; key < kMaxKeys; ++key) self.specific[key] = g_main_values[key];
}

}  // namespace heddle::native
