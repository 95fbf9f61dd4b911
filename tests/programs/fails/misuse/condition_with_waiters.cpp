// Bug: the event dies with the scope that made it, while somebody may still wait for it.
// expect-message: destroys a condition variable on which thread 1 is blocked
#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>

std::mutex mutex;
std::optional<std::condition_variable> changed;
bool go = false;

int main() {
  changed.emplace();
  std::thread waiter([] {
    std::unique_lock lock(mutex);
    if (changed) changed->wait(lock, [] { return go; });
  });
  {
    std::lock_guard lock(mutex);
    changed.reset();
  }
  waiter.join();
}
