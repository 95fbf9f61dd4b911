// Zeroes the stack that runtime functions leave below the stack pointer when they return.
// Otherwise their data would show up in later program frames, in bytes that those frames do not
// write.  Equal states would then look different.  Some interposed C library functions need no
// stack in the original: these clean up before they return.  Other callbacks are small.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/fiber/fiber_stack.hpp"
#include "runtime/root.hpp"

namespace heddle::native {

// Maximum stack depth of such a function, without the functions that it calls to report a finding.
inline constexpr std::size_t kOurDepth = 768;

// Zeroes the stack below the caller's frame.  REQUIRES: the caller has no red zone.
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

// Returns its argument.  REQUIRES: this is the last call of a function, so that the function's
// frame is already gone.
template <typename Result>
[[gnu::noinline]] Result cleanly(Result result) {
  if (flags().keeps_stacks_clean) zero_below_stack();
  return result;
}

}  // namespace heddle::native
