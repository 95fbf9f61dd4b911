// Atomic increments are not lost, and one thread alone sees the last value.
#include <atomic>
#include <cassert>
#include <thread>

int main() {
  std::atomic<int> count{0};
  std::atomic<int> winners{0};
  auto increment = [&] {
    count.fetch_add(1, std::memory_order_relaxed);
    if (count.fetch_add(1) == 3) winners.fetch_add(1);
  };
  std::thread first(increment);
  std::thread second(increment);
  first.join();
  second.join();
  assert(count == 4);
  assert(winners == 1);
}
