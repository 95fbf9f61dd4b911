// Reads the processor's clock, or a random number of it, by an instruction.
#include <atomic>
#include <cstdint>
#include <thread>

std::uint64_t ticks() {
#if defined(__x86_64__)
  return __builtin_ia32_rdtsc();
#else
  std::uint64_t value;
  asm volatile("mrs %0, cntvct_el0" : "=r"(value));
  return value;
#endif
}

std::atomic<int> turns{0};
std::atomic<std::uint64_t> sum{0};

int main(int count, char**) {
  std::thread other([] { ++turns; });
  sum = ticks();
  // With an argument the clock decides what the program does.
  if (count > 1) {
    for (std::uint64_t i = 0; i < sum % 8; ++i) ++turns;
  }
  ++turns;
  other.join();
}
