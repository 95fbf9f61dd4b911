// heddle: --points sync
// Test, and then test-and-set; a thread that waits yields.
#include <atomic>
#include <cassert>
#include <thread>

std::atomic<bool> taken;
int counter = 0;

void lock() {
  for (;;) {
    if (!taken.load() && !taken.exchange(true)) return;
    std::this_thread::yield();
  }
}

void work() {
  for (int i = 0; i < 2; ++i) {
    lock();
    ++counter;
    taken.store(false);
  }
}

int main() {
  std::thread first(work);
  std::thread second(work);
  std::thread third(work);
  first.join();
  second.join();
  third.join();
  assert(counter == 6);
}
