// A cache behind std::shared_mutex: looked up under a shared lock, filled once under an exclusive
// one.
#include <cassert>
#include <mutex>
#include <shared_mutex>
#include <thread>

std::shared_mutex mutex;
int cached = 0;
int computed = 0;

int get() {
  {
    std::shared_lock lock(mutex);
    if (cached != 0) return cached;
  }
  std::unique_lock lock(mutex);
  if (cached == 0) {
    ++computed;
    cached = 42;
  }
  return cached;
}

int main() {
  std::thread other([] { assert(get() == 42); });
  assert(get() == 42);
  other.join();
  assert(computed == 1);
}
