// heddle: --points sync
// A ticket lock: whoever draws first is served first.
#include <atomic>
#include <cassert>
#include <thread>

std::atomic<unsigned> next_ticket;
std::atomic<unsigned> now_serving;
int counter = 0;

void work(int rounds) {
  for (int i = 0; i < rounds; ++i) {
    const unsigned mine = next_ticket.fetch_add(1);
    while (now_serving.load() != mine) std::this_thread::yield();
    ++counter;
    now_serving.store(mine + 1);
  }
}

int main() {
  std::thread first(work, 2);
  std::thread second(work, 2);
  std::thread third(work, 1);
  first.join();
  second.join();
  third.join();
  assert(counter == 5);
}
