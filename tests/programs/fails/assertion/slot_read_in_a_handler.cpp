// heddle: --search dfs --states memory --points sync
// Only the value in a stack slot tells two states apart, and a handler of exceptions reads it.
#include <atomic>
#include <cassert>
#include <thread>

std::atomic<int> tickets{7};
std::atomic<int> arrived{0};

[[gnu::noinline]] void arrive() {
  arrived.fetch_add(1);
  throw 1;
}

void visit(bool is_second) {
  int mine = tickets.fetch_add(1);
  try {
    arrive();
    mine = 0;
  } catch (int) {
    assert(!is_second || mine != 7);
  }
}

int main() {
  std::thread first(visit, false);
  std::thread second(visit, true);
  first.join();
  second.join();
}
