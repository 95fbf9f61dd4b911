// heddle: --search dfs --states memory
// A test-and-set lock that yields between its attempts, fought for by three threads.
#include <atomic>
#include <cassert>
#include <thread>

std::atomic<bool> taken{false};
int count = 0;

void increment() {
  while (taken.exchange(true)) std::this_thread::yield();
  ++count;
  taken = false;
}

int main() {
  std::thread first(increment);
  std::thread second(increment);
  increment();
  first.join();
  second.join();
  assert(count == 3);
}
