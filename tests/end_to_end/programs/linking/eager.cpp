// A library that starts a thread as soon as it is loaded.
#include <pthread.h>

namespace {
void* rest(void*) { return nullptr; }

struct Eager {
  Eager() {
    pthread_t thread;
    pthread_create(&thread, nullptr, rest, nullptr);
    pthread_detach(thread);
  }
};
Eager eager;
}  // namespace
