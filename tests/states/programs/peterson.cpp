// heddle: --points sync
// Peterson's lock for two threads, each entering three times.
#include <atomic>
#include <cassert>
#include <thread>

std::atomic<bool> wants[2];
std::atomic<int> turn;
int counter = 0;

void visit(int me) {
  const int other = 1 - me;
  for (int i = 0; i < 3; ++i) {
    wants[me].store(true);
    turn.store(other);
    while (wants[other].load() && turn.load() == other) {
    }
    ++counter;
    wants[me].store(false);
  }
}

int main() {
  std::thread first(visit, 0);
  std::thread second(visit, 1);
  first.join();
  second.join();
  assert(counter == 6);
}
