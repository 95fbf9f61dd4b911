// A hand-over that waits for a condition in a loop.  With an argument, the wait has no loop.
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <thread>

int main(int count, char**) {
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
    while (!ready) {
      changed.wait(lock);
      if (count > 1) break;
    }
    assert(ready);
  }
  worker.join();
}
