// Bug: the key is used before the other thread deletes it.
#include <pthread.h>

#include <cassert>
#include <thread>

int main() {
  pthread_key_t key;
  pthread_key_create(&key, nullptr);
  std::thread deleter([key] { pthread_key_delete(key); });
  const int error = pthread_setspecific(key, &key);
  deleter.join();
  assert(error != 0);
}
