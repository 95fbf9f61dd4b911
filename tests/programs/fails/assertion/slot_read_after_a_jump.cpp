// heddle: --search dfs --states memory --points sync
// Only the value in a stack slot tells two states apart, and it is read after longjmp.
#include <atomic>
#include <cassert>
#include <csetjmp>
#include <thread>

std::atomic<int> tickets{7};
std::atomic<int> arrived{0};

void visit(bool is_second) {
  std::jmp_buf back;
  const int mine = tickets.fetch_add(1);
  if (setjmp(back) != 0) {
    assert(!is_second || mine != 7);
    return;
  }
  arrived.fetch_add(1);
  std::longjmp(back, 1);
}

int main() {
  std::thread first(visit, false);
  std::thread second(visit, true);
  first.join();
  second.join();
}
