// Random numbers and clocks that constructors of static objects read decide what the threads do.
#include <atomic>
#include <chrono>
#include <random>
#include <thread>

const unsigned number = std::random_device{}();
const auto begin = std::chrono::steady_clock::now().time_since_epoch().count();
std::atomic<int> counter{0};

void work() {
  const unsigned bits = number * 31U + static_cast<unsigned>(begin);
  for (int i = 0; i < 12; ++i) {
    if ((bits >> i & 1U) != 0) {
      counter.fetch_add(i);
    } else {
      (void)counter.load();
    }
  }
}

int main() {
  std::thread first(work);
  std::thread second(work);
  first.join();
  second.join();
}
