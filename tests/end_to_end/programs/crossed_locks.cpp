// Two threads take two locks in opposite orders.
#include <mutex>
#include <thread>

int main() {
  std::mutex a;
  std::mutex b;
  std::thread other([&] {
    const std::lock_guard first(a);
    const std::lock_guard second(b);
  });
  {
    const std::lock_guard first(b);
    const std::lock_guard second(a);
  }
  other.join();
}
