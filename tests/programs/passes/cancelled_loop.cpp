// A loop that looks whether it was cancelled is left there, by way of its destructors; a thread
// that is not ready for it goes on, and ends where it is.
#include <pthread.h>
#include <semaphore.h>
#include <unistd.h>

#include <atomic>
#include <cassert>

std::atomic<int> rounds{0};
int destroyed = 0;
thread_local struct Last {
  bool used = false;
  ~Last() { destroyed += 10; }
} last;

struct Guard {
  bool counts = true;
  ~Guard() { destroyed += counts ? 1 : 0; }
};

void* work(void*) {
  last.used = true;
  Guard outer;
  for (;;) {
    Guard inner;
    if (rounds < 2) ++rounds;
    pthread_testcancel();
    inner.counts = false;
  }
}

sem_t never;

void* refuse_then_wait(void*) {
  int before = -1;
  assert(pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before) == 0);
  assert(before == PTHREAD_CANCEL_ENABLE);
  pthread_testcancel();
  sleep(1);
  ++destroyed;
  assert(pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, nullptr) == 0);
  assert(pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &before) == 0);
  assert(before == PTHREAD_CANCEL_DISABLE);
  try {
    sem_wait(&never);
  } catch (...) {
    ++destroyed;
    pthread_testcancel();  // it ends already
    throw;
  }
  return nullptr;
}

void run(void* (*routine)(void*)) {
  pthread_t thread;
  destroyed = 0;
  pthread_create(&thread, nullptr, routine, nullptr);
  assert(pthread_cancel(thread) == 0);
  void* result = nullptr;
  assert(pthread_join(thread, &result) == 0);
  assert(result == PTHREAD_CANCELED);
}

int main() {
  sem_init(&never, 0, 0);
  run(work);
  assert(destroyed == 12);
  run(refuse_then_wait);
  assert(destroyed == 2);
}
