// heddle: --points sync
// Two threads count under a mutex.
#include <cassert>
#include <mutex>
#include <thread>

std::mutex mutex;
int counter = 0;

void work(int rounds) {
  for (int i = 0; i < rounds; ++i) {
    std::lock_guard lock(mutex);
    ++counter;
  }
}

int main() {
  std::thread first(work, 4);
  std::thread second(work, 5);
  first.join();
  second.join();
  assert(counter == 9);
}
