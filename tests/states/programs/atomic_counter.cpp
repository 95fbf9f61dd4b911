// heddle: --points sync
// Three threads count with an atomic variable.
#include <atomic>
#include <cassert>
#include <thread>

std::atomic<int> counter;

void work() {
  for (int i = 0; i < 6; ++i) counter.fetch_add(1);
}

int main() {
  std::thread first(work);
  std::thread second(work);
  std::thread third(work);
  first.join();
  second.join();
  third.join();
  assert(counter == 18);
}
