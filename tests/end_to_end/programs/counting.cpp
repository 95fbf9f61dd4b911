// Three threads add 6 times each to one number.
#include <atomic>
#include <thread>

std::atomic<int> sum;

void work() {
  for (int i = 0; i < 6; ++i) sum.fetch_add(1);
}

int main() {
  std::thread first(work);
  std::thread second(work);
  std::thread third(work);
  first.join();
  second.join();
  third.join();
}
