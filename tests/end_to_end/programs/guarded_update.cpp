// Correct: every increment holds the lock.
#include <cstdlib>
#include <mutex>
#include <thread>

std::mutex mutex;
int counter = 0;

void increment() {
  const std::lock_guard lock(mutex);
  ++counter;
}

int main() {
  std::thread first(increment);
  std::thread second(increment);
  first.join();
  second.join();
  if (counter != 2) std::abort();
}
