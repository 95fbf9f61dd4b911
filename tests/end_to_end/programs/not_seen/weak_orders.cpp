// Store buffering: under sequential consistency one of the threads reads 1.
#include <atomic>
#include <cassert>
#include <memory>
#include <thread>

std::atomic<int> x{0};
std::atomic<int> y{0};

int main() {
  int from_y = 0;
  int from_x = 0;
  std::thread other([&] {
    x.store(1, std::memory_order_release);
    from_y = y.load(std::memory_order_acquire);
  });
  y.exchange(1, std::memory_order_relaxed);
  from_x = x.load();
  other.join();
  assert(from_x + from_y > 0);
}
