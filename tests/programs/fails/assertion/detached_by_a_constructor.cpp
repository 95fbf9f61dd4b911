// Bug: a static object starts a thread before main, which main does not expect.
#include <atomic>
#include <cassert>
#include <thread>

std::atomic<int> ticks{0};

struct Ticker {
  Ticker() {
    std::thread([] { ticks = 1; }).detach();
  }
};
Ticker ticker;

int main() {
  const int before = ticks;
  const int after = ticks;
  assert(before == after);
}
