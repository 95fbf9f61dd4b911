// heddle: --search dfs --states memory --points sync
// Only the value in a stack slot tells two states apart, and a lambda reads it by reference.
#include <atomic>
#include <cassert>
#include <thread>

std::atomic<int> tickets{7};
std::atomic<int> arrived{0};

void visit(bool is_second) {
  int mine = tickets.fetch_add(1);
  const auto check = [&] { assert(!is_second || mine != 7); };
  arrived.fetch_add(1);
  check();
}

int main() {
  std::thread first(visit, false);
  std::thread second(visit, true);
  first.join();
  second.join();
}
