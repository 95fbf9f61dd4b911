// Correct; with many states, though all schedules differ only in the order of independent steps.
#include <atomic>
#include <thread>

std::atomic<int> counters[3];

void work(std::atomic<int>& own) {
  for (int i = 0; i < 25; ++i) own.fetch_add(1);
}

int main() {
  std::thread first(work, std::ref(counters[0]));
  std::thread second(work, std::ref(counters[1]));
  std::thread third(work, std::ref(counters[2]));
  first.join();
  second.join();
  third.join();
}
