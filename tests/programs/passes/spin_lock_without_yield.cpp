// heddle: --search dfs --states memory
// A test-and-set lock that spins without a yield: whoever spins returns to the same state.
#include <atomic>
#include <cassert>
#include <thread>

std::atomic<bool> taken{false};
int count = 0;

void increment() {
  while (taken.exchange(true)) {
  }
  ++count;
  taken = false;
}

int main() {
  std::thread first(increment);
  std::thread second(increment);
  first.join();
  second.join();
  assert(count == 2);
}
