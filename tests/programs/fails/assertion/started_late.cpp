// Bug: the other thread may have slept before this one reads the clock for the first time.
#include <cassert>
#include <chrono>
#include <thread>

using Clock = std::chrono::steady_clock;
constexpr std::chrono::milliseconds kSpan(5);

int main() {
  std::thread sleeper([] { std::this_thread::sleep_for(kSpan); });
  const auto begin = Clock::now();
  sleeper.join();
  assert(Clock::now() - begin >= kSpan);
}
