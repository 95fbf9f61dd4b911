// A waiter gives up after its second timeout, and both may come before the other thread runs.
// expect-message: ready
// unreduced: a search with a reduction keeps the limit on early timeouts
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

int main() {
  std::mutex mutex;
  std::condition_variable changed;
  bool ready = false;
  std::thread worker([&] {
    std::lock_guard lock(mutex);
    ready = true;
    changed.notify_one();
  });
  {
    std::unique_lock lock(mutex);
    if (!ready) changed.wait_for(lock, std::chrono::milliseconds(1));
    if (!ready) changed.wait_for(lock, std::chrono::milliseconds(1));
    assert(ready);
  }
  worker.join();
}
