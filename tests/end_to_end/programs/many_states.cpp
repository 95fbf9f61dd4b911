// Correct, with more states than fit in a small memory: six counters that go up independently.
#include <atomic>
#include <thread>
#include <vector>

std::atomic<int> counters[6];

int main() {
  std::vector<std::thread> threads;
  for (std::atomic<int>& counter : counters) {
    threads.emplace_back([&counter] {
      for (int i = 0; i < 30; ++i) counter.fetch_add(1);
    });
  }
  for (std::thread& thread : threads) thread.join();
}
