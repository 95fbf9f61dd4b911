// Bug: a home-made lock looks at the other's flag before it raises its own.
#include <atomic>
#include <cassert>
#include <thread>

std::atomic<bool> busy[2];
std::atomic<int> inside{0};

void visit(int me) {
  while (busy[1 - me]) std::this_thread::yield();
  busy[me] = true;
  assert(inside.fetch_add(1) == 0);
  inside.fetch_sub(1);
  busy[me] = false;
}

int main() {
  std::thread first(visit, 0);
  std::thread second(visit, 1);
  first.join();
  second.join();
}
