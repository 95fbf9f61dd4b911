// Correct, with loops of states: a test-and-set lock that spins without a yield.
#include <atomic>
#include <cstdlib>
#include <thread>

std::atomic<bool> taken{false};
int counter = 0;

void increment() {
  while (taken.exchange(true)) {
  }
  ++counter;
  taken = false;
}

int main() {
  std::thread first(increment);
  std::thread second(increment);
  first.join();
  second.join();
  if (counter != 2) std::abort();
}
