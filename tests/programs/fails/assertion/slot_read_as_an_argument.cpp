// heddle: --search dfs --states memory --points sync
// Only an argument on the stack tells two states apart, and the called function reads it late.
#include <atomic>
#include <cassert>
#include <thread>

std::atomic<int> tickets{7};
std::atomic<int> arrived{0};

[[gnu::noinline]] int sum(int a, int b, int c, int d, int e, int f, int g, int h, int i, int j) {
  arrived.fetch_add(1);
  return a + b + c + d + e + f + g + h + i + j;
}

void visit(bool is_second) {
  const int total = sum(0, 0, 0, 0, 0, 0, 0, 0, 0, tickets.fetch_add(1));
  assert(!is_second || total != 7);
}

int main() {
  std::thread first(visit, false);
  std::thread second(visit, true);
  first.join();
  second.join();
}
