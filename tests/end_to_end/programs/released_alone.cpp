// Bug: the second thread expects the first one's value.  Main releases a lock while it is alone.
#include <atomic>
#include <cassert>
#include <mutex>
#include <thread>

std::mutex mutex;
std::mutex never_shared;
std::atomic<int> cell{0};

int main() {
  never_shared.lock();
  std::thread first([] { cell = 1; });
  mutex.lock();
  first.join();
  mutex.unlock();
  never_shared.unlock();
  std::thread second([] {
    cell = 2;
    const std::lock_guard lock(mutex);
    assert(cell == 1);
  });
  second.join();
}
