// Bug: the two halves of an invariant are changed in two critical sections; the checker aborts.
// expect-message: abort
#include <cstdlib>
#include <mutex>
#include <thread>

std::mutex mutex;
int used = 0;
int available = 2;

void take() {
  {
    std::lock_guard lock(mutex);
    ++used;
  }
  std::lock_guard lock(mutex);
  --available;
}

void check() {
  std::lock_guard lock(mutex);
  if (used + available != 2) std::abort();
}

int main() {
  std::thread taker(take);
  check();
  taker.join();
}
