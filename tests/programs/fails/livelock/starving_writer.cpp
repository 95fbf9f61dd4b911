// expect-message: threads 1 and 2 repeat
// unreduced: its loop takes and gives back locks
// Bug: two readers that take turns keep the lock from ever being free, and the writer waits for it.
#include <mutex>
#include <shared_mutex>
#include <thread>

std::shared_mutex mutex;
bool done = false;

void poll() {
  bool seen = false;
  while (!seen) {
    std::shared_lock guard(mutex);
    seen = done;
  }
}

int main() {
  std::thread first(poll);
  std::thread second(poll);
  {
    std::unique_lock guard(mutex);
    done = true;
  }
  first.join();
  second.join();
}
