// heddle: --bound preemptions=2
// A spin lock of the textbook kind, which yields while it spins.
#include <atomic>
#include <cassert>
#include <thread>

class SpinLock {
 public:
  void lock() {
    while (taken_.test_and_set(std::memory_order_acquire)) std::this_thread::yield();
  }
  void unlock() { taken_.clear(std::memory_order_release); }

 private:
  std::atomic_flag taken_ = ATOMIC_FLAG_INIT;
};

int main() {
  SpinLock lock;
  int count = 0;
  auto increment = [&] {
    lock.lock();
    ++count;
    lock.unlock();
  };
  std::thread first(increment);
  std::thread second(increment);
  first.join();
  second.join();
  assert(count == 2);
}
