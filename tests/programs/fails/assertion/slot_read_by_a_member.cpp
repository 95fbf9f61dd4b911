// heddle: --search dfs --states memory --points sync
// Only a class on the stack tells two states apart, and it is found by the address of its member.
#include <atomic>
#include <cassert>
#include <cstddef>
#include <cstring>
#include <thread>

struct Waiter {
  int ticket = 0;
  int link = 0;
};

std::atomic<int> tickets{7};
std::atomic<int> arrived{0};

[[gnu::noinline]] int ticket_of(const int* link) {
  int ticket = 0;
  std::memcpy(&ticket, reinterpret_cast<const char*>(link) - offsetof(Waiter, link), sizeof ticket);
  return ticket;
}

void visit(bool is_second) {
  Waiter waiter;
  waiter.ticket = tickets.fetch_add(1);
  const int* const link = &waiter.link;
  arrived.fetch_add(1);
  assert(!is_second || ticket_of(link) != 7);
}

int main() {
  std::thread first(visit, false);
  std::thread second(visit, true);
  first.join();
  second.join();
}
