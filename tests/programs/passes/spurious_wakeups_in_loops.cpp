// Waits in loops: no number of spurious wake-ups and early timeouts makes them fail.
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

int main() {
  std::mutex mutex;
  std::condition_variable changed;
  int stage = 0;
  std::thread worker([&] {
    std::unique_lock lock(mutex);
    changed.wait(lock, [&] { return stage == 1; });
    stage = 2;
    changed.notify_one();
  });
  std::unique_lock lock(mutex);
  stage = 1;
  changed.notify_one();
  while (stage != 2) changed.wait_for(lock, std::chrono::milliseconds(1));
  assert(stage == 2);
  lock.unlock();
  worker.join();
}
