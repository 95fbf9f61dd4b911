// heddle: --search dfs --states memory
// Peterson's lock with a bare busy wait: it excludes, and whoever waits gets in.
#include <atomic>
#include <cassert>
#include <thread>

std::atomic<bool> wants[2];
std::atomic<int> turn;
std::atomic<int> inside;

void visit(int me) {
  const int other = 1 - me;
  wants[me] = true;
  turn = other;
  while (wants[other] && turn == other) {
  }
  assert(inside.fetch_add(1) == 0);
  inside.fetch_sub(1);
  wants[me] = false;
}

int main() {
  std::thread first(visit, 0);
  std::thread second(visit, 1);
  first.join();
  second.join();
}
