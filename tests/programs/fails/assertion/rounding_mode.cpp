// Bug: a thread that sees the flag set rounds upwards from then on, and the sum depends on it.
// The rounding mode is all that distinguishes the states after it has looked.
//
// heddle: --search dfs --states memory
// expect-message: total == 1
#include <semaphore.h>

#include <atomic>
#include <cassert>
#include <cfenv>
#include <thread>

std::atomic<int> flag;
sem_t looked;
volatile double total;

void look() {
  if (flag.load() != 0) std::fesetround(FE_UPWARD);
  sem_wait(&looked);
  volatile double one = 1;
  volatile double tiny = 1e-30;
  total = one + tiny;
}

void raise_flag() { flag.store(1); }

void allow() { sem_post(&looked); }

int main() {
  sem_init(&looked, 0, 0);
  std::thread looking(look);
  std::thread raising(raise_flag);
  std::thread allowing(allow);
  looking.join();
  raising.join();
  allowing.join();
  assert(total == 1);
}
