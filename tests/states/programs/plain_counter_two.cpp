// heddle: --points shared
// Two threads increment a plain variable; updates get lost.
#include <pthread.h>

int counter = 0;

[[gnu::noinline]] void increment() { ++counter; }

void* work(void*) {
  for (int i = 0; i < 3; ++i) increment();
  return nullptr;
}

int main() {
  pthread_t first;
  pthread_t second;
  pthread_create(&first, nullptr, work, nullptr);
  pthread_create(&second, nullptr, work, nullptr);
  pthread_join(first, nullptr);
  pthread_join(second, nullptr);
}
