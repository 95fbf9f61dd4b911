// A timed wait whose two outcomes are both handled.
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

int main() {
  std::mutex mutex;
  std::condition_variable changed;
  bool ready = false;
  bool gave_up = false;
  bool saw_ready = false;

  std::thread waiter([&] {
    std::unique_lock lock(mutex);
    if (!changed.wait_for(lock, std::chrono::milliseconds(10), [&] { return ready; })) {
      gave_up = true;
    }
    saw_ready = ready;
  });
  {
    std::lock_guard lock(mutex);
    ready = true;
  }
  changed.notify_one();
  waiter.join();
  assert(gave_up != saw_ready);
}
