// Correct, without a heap of its own, and with more schedules than anybody can execute.
#include <atomic>
#include <thread>

std::atomic<int> turns{0};

void work() {
  for (int i = 0; i < 10; ++i) turns.fetch_add(1);
}

int main() {
  std::thread first(work);
  std::thread second(work);
  std::thread third(work);
  first.join();
  second.join();
  third.join();
}
