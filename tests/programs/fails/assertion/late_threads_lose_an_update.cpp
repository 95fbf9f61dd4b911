// Bug: two threads add to a number in two steps, long after as many threads as can live at once
// have come and gone.
// replays: 2
#include <atomic>
#include <cassert>
#include <thread>

std::atomic<int> number{0};

void add() { number = number + 1; }

int main() {
  for (int i = 0; i < 1100; ++i) std::thread([] {}).join();
  std::thread one(add);
  std::thread two(add);
  one.join();
  two.join();
  assert(number == 2);
}
