// Two threads count under one mutex.  Nothing is lost.
#include <cassert>
#include <mutex>
#include <thread>

int main() {
  std::mutex mutex;
  int count = 0;
  auto add_two = [&] {
    for (int i = 0; i < 2; ++i) {
      std::lock_guard lock(mutex);
      ++count;
    }
  };
  std::thread first(add_two);
  std::thread second(add_two);
  first.join();
  second.join();
  assert(count == 4);
}
