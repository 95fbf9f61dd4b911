// heddle: --points sync
// Threads that start threads and wait for them.
#include <atomic>
#include <cassert>
#include <thread>

std::atomic<int> sum;

void leaf(int amount) {
  sum.fetch_add(amount);
  sum.fetch_add(amount);
}

void branch(int amount) {
  std::thread first(leaf, amount);
  sum.fetch_add(100 * amount);
  std::thread second(leaf, 10 * amount);
  first.join();
  sum.fetch_add(1000 * amount);
  second.join();
}

int main() {
  std::thread left(branch, 1);
  std::thread right(branch, 2);
  left.join();
  right.join();
  assert(sum == 3366);
}
