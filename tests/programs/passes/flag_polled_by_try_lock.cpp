// As flag_polled_under_a_mutex, by a thread that does not wait for the lock itself.
#include <mutex>
#include <thread>

std::mutex mutex;
bool done = false;

int main() {
  std::thread waiter([] {
    bool seen = false;
    while (!seen) {
      std::unique_lock lock(mutex, std::try_to_lock);
      if (lock) seen = done;
    }
  });
  {
    std::lock_guard guard(mutex);
    done = true;
  }
  waiter.join();
}
