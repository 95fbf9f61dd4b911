// Only the standard library's own headers use weak memory orders.
#include <memory>
#include <thread>

int main() {
  const auto shared = std::make_shared<int>(1);
  std::thread other([shared] { const auto copy = shared; });
  other.join();
}
