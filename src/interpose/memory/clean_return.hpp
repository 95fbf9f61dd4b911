// What our functions leave below the stack pointer when they return would show up in the frames
// that the program lays over it, where those are not written: equal states would look different.
// Other callbacks are small; functions that stand in for those of the C library that need no stack
// at all clean up behind themselves.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/fiber/fiber_stack.hpp"

namespace heddle::native {

// As deep as such a function goes, without what it calls when something is found.
inline constexpr std::size_t kOurDepth = 768;

// Zeroes what lies below the caller's frame.  REQUIRES: the caller has no red zone.
[[gnu::always_inline]] inline void zero_below_stack() {
#if defined(__aarch64__)
  std::uintptr_t end;
  std::uintptr_t at;
  asm volatile(
      "mov %0, sp\n"
      "sub %1, %0, %2\n"
      "0: stp xzr, xzr, [%1], #16\n"
      "cmp %1, %0\n"
      "b.lo 0b"
      : "=&r"(end), "=&r"(at)
      : "i"(kOurDepth)
      : "memory", "cc");
#else
  std::uintptr_t at;
  asm volatile(
      "leaq %c1(%%rsp), %0\n"
      "0: movq $0, (%0)\n"
      "addq $8, %0\n"
      "cmpq %%rsp, %0\n"
      "jb 0b"
      : "=&r"(at)
      : "i"(-static_cast<long>(kOurDepth))
      : "memory", "cc");
#endif
}

// Gives its argument back.  To be the last call of a function, so that its frame is gone already.
template <typename Result>
[[gnu::noinline]] Result cleanly(Result result) {
  if (g_keeps_stacks_clean) zero_below_stack();
  return result;
}

}  // namespace heddle::native
