// heddle: --bound preemptions=2
// A counting semaphore with one permit admits one thread at a time.
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
