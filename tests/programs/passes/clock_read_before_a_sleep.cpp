// The clock is read before the thread that sleeps exists, and after its end.
#include <cassert>
#include <chrono>
#include <thread>

using Clock = std::chrono::steady_clock;
constexpr std::chrono::milliseconds kSpan(5);

int main() {
  const auto begin = Clock::now();
  std::thread sleeper([] { std::this_thread::sleep_for(kSpan); });
  std::thread reader([begin] { assert(Clock::now() >= begin); });
  sleeper.join();
  assert(Clock::now() - begin >= kSpan);
  reader.join();
}
