// heddle: --search dfs --states memory --points sync
// Only the value in a stack slot tells two states apart, and one path in many reads it.
#include <atomic>
#include <cassert>
#include <thread>

std::atomic<int> tickets{7};
std::atomic<int> arrived{0};

void visit(bool is_second) {
  int mine = tickets.fetch_add(1);
  arrived.fetch_add(1);
  if (is_second && tickets.load() == 9) {
    assert(mine != 7);
  }
  mine = 0;
  arrived.fetch_add(mine);
}

int main() {
  std::thread first(visit, false);
  std::thread second(visit, true);
  first.join();
  second.join();
}
