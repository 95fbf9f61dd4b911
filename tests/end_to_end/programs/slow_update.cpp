// Two threads lose an update, between steps that change nothing.  Each execution computes for more
// than a millisecond on any machine.
#include <atomic>
#include <cassert>
#include <cstdint>
#include <thread>

namespace {

std::atomic<int> counter{0};
std::atomic<int> detours{0};

void add() {
  ++detours;
  const int seen = counter;
  ++detours;
  counter = seen + 1;
  ++detours;
}

// Each round needs the one before.
std::uint64_t computed(std::uint64_t number) {
  for (int i = 0; i < 2'000'000; ++i) {
    number ^= number << 13U;
    number ^= number >> 7U;
    number ^= number << 17U;
  }
  return number;
}

}  // namespace

int main() {
  std::thread one(add);
  std::thread two(add);
  one.join();
  two.join();
  assert(computed(static_cast<std::uint64_t>(detours)) == 0 || counter == 2);
}
