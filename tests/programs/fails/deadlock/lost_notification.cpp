// Bug: the waiter has no predicate, so a notification that comes first is lost.
#include <condition_variable>
#include <mutex>
#include <thread>

int main() {
  std::mutex mutex;
  std::condition_variable done;
  std::thread worker([&] {
    std::lock_guard lock(mutex);
    done.notify_one();
  });
  {
    std::unique_lock lock(mutex);
    done.wait(lock);
  }
  worker.join();
}
