// heddle: --points sync
// Chosen inputs beside the schedule: how much each thread adds, and how often.
#include <atomic>
#include <heddle/heddle.hpp>
#include <thread>

std::atomic<int> total;

void work(int rounds) {
  const int amount = heddle::choose(3);
  for (int i = 0; i < rounds; ++i) total.fetch_add(amount);
}

int main() {
  const int rounds = 1 + heddle::choose(3);
  std::thread first(work, rounds);
  std::thread second(work, 2);
  first.join();
  second.join();
}
