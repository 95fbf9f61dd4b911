// A library that is built without instrumentation, and protects its keys by a lock of its own.
#include <pthread.h>

#include <atomic>

namespace {

std::atomic_flag taken;
pthread_key_t of_threads;

void lock() {
  while (taken.test_and_set()) continue;
}

void unlock() { taken.clear(); }

}  // namespace

void open_library() { pthread_key_create(&of_threads, nullptr); }
void close_library() { pthread_key_delete(of_threads); }

void use_library() {
  pthread_key_t key = 0;
  lock();
  pthread_setspecific(of_threads, pthread_getspecific(of_threads) == nullptr ? &key : nullptr);
  pthread_key_create(&key, nullptr);
  pthread_key_delete(key);
  unlock();
}
