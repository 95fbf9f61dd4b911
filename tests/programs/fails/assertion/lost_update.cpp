// Bug: a plain counter is incremented by two threads without a lock.
// heddle: --points all
// expect-message: counter == 2
#include <cassert>
#include <thread>

int counter = 0;

void increment() { ++counter; }

int main() {
  std::thread first(increment);
  std::thread second(increment);
  first.join();
  second.join();
  assert(counter == 2);
}
