// Bug: nobody sets the flag, and the loop only measures how long it waits.
#include <atomic>
#include <chrono>
#include <thread>

int main() {
  std::atomic<bool> flag{false};
  std::atomic<int> other_work{0};
  std::thread other([&] { ++other_work; });
  const auto begin = std::chrono::steady_clock::now();
  auto waited = begin - begin;
  while (!flag) waited = std::chrono::steady_clock::now() - begin;
  other.join();
  return waited.count() < 0;
}
