// Bug: the flag may still be unset when the loop gives up.
#include <atomic>
#include <cassert>
#include <chrono>
#include <thread>

int main() {
  std::atomic<bool> flag{false};
  std::thread other([&] { flag = true; });
  const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(1);
  while (!flag && std::chrono::steady_clock::now() < end) {
  }
  assert(flag);
  other.join();
}
