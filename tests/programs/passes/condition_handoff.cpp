// A value is handed over under a mutex and a condition variable, with a predicate.
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>

int main() {
  std::mutex mutex;
  std::condition_variable filled;
  std::optional<int> slot;
  int received = 0;

  std::thread consumer([&] {
    std::unique_lock lock(mutex);
    filled.wait(lock, [&] { return slot.has_value(); });
    received = *slot;
  });
  std::thread producer([&] {
    {
      std::lock_guard lock(mutex);
      slot = 42;
    }
    filled.notify_one();
  });
  producer.join();
  consumer.join();
  assert(received == 42);
}
