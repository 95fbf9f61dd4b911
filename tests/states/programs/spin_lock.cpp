// heddle: --points sync
// Mutual exclusion by test-and-set, without a hint to the scheduler.
#include <atomic>
#include <cassert>
#include <thread>

std::atomic_flag taken = ATOMIC_FLAG_INIT;
int counter = 0;

void work(int rounds) {
  for (int i = 0; i < rounds; ++i) {
    while (taken.test_and_set()) {
    }
    ++counter;
    taken.clear();
  }
}

int main() {
  std::thread first(work, 2);
  std::thread second(work, 2);
  std::thread third(work, 1);
  first.join();
  second.join();
  third.join();
  assert(counter == 5);
}
