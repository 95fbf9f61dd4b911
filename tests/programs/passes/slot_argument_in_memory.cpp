// heddle: --search dfs --states memory --points sync
// Arguments that a caller stores on the stack are read after the callee has paused.  On x86-64 a
// long double is one of them, stored by an instruction of the x87 unit.
#include <atomic>
#include <cassert>
#include <thread>

struct Large {
  long values[5];
};

std::atomic<int> tickets{0};

void check_number(long double number) {
  tickets.fetch_add(1);
  assert(number == 2.5L);
}

void check_large(Large large) {
  tickets.fetch_add(1);
  assert(large.values[0] == 1 && large.values[4] == 7);
}

void visit_number() { check_number(static_cast<long double>(tickets.load() >= 0) + 1.5L); }

void visit_large() {
  Large large{{1, 2, 3, 4, 6}};
  ++large.values[4];
  check_large(large);
}

int main() {
  std::thread first(visit_number);
  std::thread second(visit_number);
  first.join();
  second.join();
  std::thread third(visit_large);
  std::thread fourth(visit_large);
  third.join();
  fourth.join();
}
