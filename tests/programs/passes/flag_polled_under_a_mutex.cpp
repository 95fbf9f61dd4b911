// A thread that takes a lock again and again must leave it to a thread that waits for it.
#include <mutex>
#include <thread>

std::mutex mutex;
bool done = false;

int main() {
  std::thread waiter([] {
    bool seen = false;
    while (!seen) {
      std::lock_guard guard(mutex);
      seen = done;
    }
  });
  {
    std::lock_guard guard(mutex);
    done = true;
  }
  waiter.join();
}
