// Constructors of static objects measure time, wait for a time and draw a random number.
#include <cassert>
#include <chrono>
#include <random>
#include <thread>

using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

namespace {
Clock::duration poll() {
  const auto begin = Clock::now();
  while (Clock::now() - begin < 10ms) {
  }
  return Clock::now() - begin;
}

Clock::duration sleep() {
  const auto begin = Clock::now();
  std::this_thread::sleep_for(1h);
  std::this_thread::sleep_until(Clock::now() + 1h);
  return Clock::now() - begin;
}

const auto polled = poll();
const auto slept = sleep();
const auto number = std::random_device{}();
const auto begin = Clock::now();
}  // namespace

int main() {
  assert(polled >= 10ms && polled < 1s);
  assert(slept >= 2h && slept < 3h);
  std::thread other([] {
    std::this_thread::sleep_for(5ms);
    assert(Clock::now() - begin >= 5ms && Clock::now() - begin < 1s);
  });
  assert(Clock::now() >= begin);
  assert(number != std::random_device{}());
  other.join();
}
