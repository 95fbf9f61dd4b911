// Bug: both threads write under a lock that is only for reading.
// heddle: --points all
#include <cassert>
#include <shared_mutex>
#include <thread>

std::shared_mutex mutex;
int counter = 0;

void increment() {
  std::shared_lock lock(mutex);
  ++counter;
}

int main() {
  std::thread one(increment);
  std::thread two(increment);
  one.join();
  two.join();
  assert(counter == 2);
}
