// A join with a time limit and one that only tries: each may come too early, and then the plain one
// waits.
#include <pthread.h>

#include <atomic>
#include <cassert>
#include <cerrno>
#include <ctime>

std::atomic<int> steps{0};

void* work(void*) {
  ++steps;
  ++steps;
  return &steps;
}

int main() {
  pthread_t thread;
  assert(pthread_create(&thread, nullptr, work, nullptr) == 0);
  void* result = nullptr;
  int error = pthread_tryjoin_np(thread, &result);
  if (error == EBUSY) {
    timespec limit;
    clock_gettime(CLOCK_REALTIME, &limit);
    limit.tv_sec += 1;
    error = pthread_timedjoin_np(thread, &result, &limit);
  }
  if (error == ETIMEDOUT) error = pthread_join(thread, &result);
  assert(error == 0 && result == &steps && steps == 2);
}
