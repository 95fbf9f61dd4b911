// A plain counter, incremented twice; the argument "locked" makes it correct.
#include <cassert>
#include <mutex>
#include <thread>

std::mutex mutex;
int counter = 0;

void increment(bool locked) {
  if (locked) mutex.lock();
  ++counter;
  if (locked) mutex.unlock();
}

int main(int argc, char**) {
  std::thread first(increment, argc > 1);
  std::thread second(increment, argc > 1);
  first.join();
  second.join();
  assert(counter == 2);
}
