// Two threads create and delete keys, whose numbers they get in turn: no data race.
// heddle: --races error
#include <pthread.h>

#include <cassert>
#include <thread>

void use_key() {
  pthread_key_t key;
  int value = 1;
  assert(pthread_key_create(&key, nullptr) == 0);
  assert(pthread_getspecific(key) == nullptr);
  assert(pthread_setspecific(key, &value) == 0);
  assert(pthread_getspecific(key) == &value);
  assert(pthread_key_delete(key) == 0);
}

int main() {
  std::thread other(use_key);
  use_key();
  other.join();
}
