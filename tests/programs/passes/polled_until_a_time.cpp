// Loops that wait for a flag, but only until a time, in several ways.
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace {
using Clock = std::chrono::steady_clock;
std::atomic<bool> flag{false};
std::mutex mutex;

void poll(int way, Clock::time_point end) {
  switch (way) {
    case 0:
      while (Clock::now() < end && !flag) {
      }
      break;
    case 1:
      while (!flag && Clock::now() < end) std::this_thread::yield();
      break;
    case 2:
      while (Clock::now() < end) {
        const std::scoped_lock lock(mutex);
        if (flag) break;
      }
      break;
    default:
      while (Clock::now() < end) {
        if (!mutex.try_lock()) continue;
        mutex.unlock();
        if (flag) break;
      }
  }
}
}  // namespace

int main() {
  for (int way = 0; way < 4; ++way) {
    flag = false;
    std::condition_variable condition;
    bool stop = false;
    std::thread other([&] {
      std::unique_lock lock(mutex);
      condition.wait(lock, [&] { return stop; });
    });
    poll(way, Clock::now() + std::chrono::hours(1));
    {
      const std::scoped_lock lock(mutex);
      stop = true;
    }
    condition.notify_one();
    other.join();
  }
}
