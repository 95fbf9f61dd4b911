// heddle: --points sync
// Threads count for themselves in a thread_local variable and add it to the total now and then.
#include <atomic>
#include <cassert>
#include <thread>

std::atomic<int> total;
thread_local int mine = 0;

void count(int amount) {
  mine += amount;
  if (mine < 3) return;
  total.fetch_add(mine);
  mine = 0;
}

void work(int amount) {
  for (int i = 0; i < 4; ++i) {
    count(amount);
    if (total.load() > 4) count(1);
  }
}

int main() {
  std::thread first(work, 1);
  std::thread second(work, 2);
  first.join();
  second.join();
  assert(mine == 0);
}
