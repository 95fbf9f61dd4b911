// The thread that spins can go on long before the deadline, so it has ended by then.
// heddle: --early-timeouts 0
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>

#include <atomic>
#include <cassert>
#include <ctime>

namespace {
std::atomic<bool> flag{false};
sem_t semaphore;

void* spin(void*) {
  while (!flag) sched_yield();
  sem_post(&semaphore);
  return nullptr;
}

timespec far_away() {
  timespec time{};
  clock_gettime(CLOCK_REALTIME, &time);
  time.tv_sec += 10'000;
  return time;
}
}  // namespace

int main() {
  sem_init(&semaphore, 0, 0);
  const timespec deadline = far_away();
  pthread_t spinner;
  pthread_create(&spinner, nullptr, spin, nullptr);
  flag = true;
  assert(sem_timedwait(&semaphore, &deadline) == 0);
  assert(pthread_timedjoin_np(spinner, nullptr, &deadline) == 0);
}
