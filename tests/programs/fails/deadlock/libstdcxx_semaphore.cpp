// heddle: --bound preemptions=3
//
// Bug: not here but in libstdc++ 12, whose acquire() reads the counter first, then tries and fails
// to take a permit, and then sleeps if the counter still has the value that it read first.  A
// permit taken and released by another thread meanwhile gives it just that value, and the wake-up
// is past.
#include <atomic>
#include <cassert>
#include <semaphore>
#include <thread>

int main() {
  std::counting_semaphore<4> permits(1);
  std::atomic<int> inside{0};
  auto visit = [&] {
    permits.acquire();
    assert(inside.fetch_add(1) == 0);
    inside.fetch_sub(1);
    permits.release();
  };
  std::thread first(visit);
  std::thread second(visit);
  first.join();
  second.join();
}
