// std::scoped_lock takes two mutexes in opposite orders without a deadlock.  Both threads may step
// aside for each other again and again, which is not held against them.
#include <cassert>
#include <mutex>
#include <thread>

int main() {
  std::mutex a;
  std::mutex b;
  int swaps = 0;
  std::thread first([&] {
    std::scoped_lock lock(a, b);
    ++swaps;
  });
  std::thread second([&] {
    std::scoped_lock lock(b, a);
    ++swaps;
  });
  first.join();
  second.join();
  assert(swaps == 2);
}
