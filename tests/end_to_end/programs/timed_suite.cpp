// A GoogleTest program with a test that the processor's clock decides, which no schedule controls.
#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <thread>

namespace {

std::uint64_t ticks() {
#if defined(__x86_64__)
  return __builtin_ia32_rdtsc();
#else
  std::uint64_t value = 0;
  asm volatile("mrs %0, cntvct_el0" : "=r"(value));
  return value;
#endif
}

// Each bit of a hash of the clock decides one step.
TEST(Clock, Decides) {
  std::uint64_t bits = ticks() * 0x9e3779b97f4a7c15;
  std::atomic<int> value{0};
  std::thread other([&] {
    for (int i = 0; i < 60; ++i, bits >>= 1U) {
      if ((bits & 1U) != 0) {
        ++value;
      } else {
        value = 5;
      }
    }
  });
  ++value;
  other.join();
}

TEST(Clock, IsUnused) {
  std::atomic<int> value{0};
  std::thread other([&] { ++value; });
  ++value;
  other.join();
}

}  // namespace
