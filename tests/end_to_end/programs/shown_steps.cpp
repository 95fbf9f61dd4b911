// Bug: main expects to be faster than the thread that it starts.  The trace must show each line
// under the thread that printed it, and each outcome at its own operation.
#include <atomic>
#include <cassert>
#include <cstdio>
#include <mutex>
#include <thread>

std::mutex mutex;
std::atomic<int> cell{0};

int main() {
  std::puts("main begins");
  std::thread other([] {
    std::puts("other begins");
    cell.store(1);
    std::puts("other ends");
  });
  std::puts("main goes on");
  mutex.lock();
  // No scheduling point where the other thread has ended, and fails then.
  int expected = 0;
  cell.compare_exchange_strong(expected, 7);
  mutex.unlock();
  std::puts("main joins");
  other.join();
  assert(expected == 0);
}
