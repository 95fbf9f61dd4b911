// A wait without a loop: a spurious wake-up, which the standard permits, ends it too early.
// expect-message: ready
// unreduced: a search with a reduction keeps the limit on spurious wake-ups
#include <cassert>
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
    if (!ready) changed.wait(lock);
    assert(ready);
  }
  worker.join();
}
