// The floating-point environment of a thread: rounding mode, exceptions that trap, exceptions that
// have occurred.  It belongs to the state of a thread like its registers: fesetround and
// fetestexcept write and read it.  A switch of fibers leaves it alone, or saves a part of it.
#pragma once

#include <cstdint>

namespace heddle::native {

#if defined(__aarch64__)

// FPCR in the lower half, FPSR in the upper half.
using FloatingPoint = std::uint64_t;

// Rounding to nearest, nothing traps, nothing has occurred.
inline constexpr FloatingPoint kDefaultFloatingPoint = 0;

inline FloatingPoint floating_point() {
  std::uint64_t control = 0;
  std::uint64_t status = 0;
  asm volatile("mrs %0, fpcr\n\tmrs %1, fpsr" : "=r"(control), "=r"(status) : : "memory");
  return (control & 0xffffffff) | status << 32;
}

// Not needed here: the registers are written directly.
struct FloatingPointRoom {};

// `now` is the present environment: reading it is slow.
inline void set_floating_point(FloatingPoint wanted, FloatingPoint now, FloatingPointRoom&) {
  if (now == wanted) return;
  // Writing the control register takes longer than everything else here.
  if (((now ^ wanted) & 0xffffffff) != 0) {
    asm volatile("msr fpcr, %0" : : "r"(wanted & 0xffffffff) : "memory");
  }
  asm volatile("msr fpsr, %0" : : "r"(wanted >> 32) : "memory");
}

#else

// MXCSR in the lower half; the x87 unit's control word and status word in the upper half.
using FloatingPoint = std::uint64_t;

inline constexpr FloatingPoint kDefaultFloatingPoint = 0x1f80 | std::uint64_t{0x037f} << 32;

// The exception flags of the status word; its other bits belong to single instructions.
inline constexpr std::uint16_t kX87Exceptions = 0x3f;

inline FloatingPoint floating_point() {
  std::uint32_t vector = 0;
  std::uint16_t control = 0;
  std::uint16_t status = 0;
  asm volatile("stmxcsr %0\n\tfnstcw %1\n\tfnstsw %2"
               : "=m"(vector), "=m"(control), "=a"(status)
               :
               : "memory");
  const auto exceptions = static_cast<std::uint64_t>(status & kX87Exceptions);
  return vector | std::uint64_t{control} << 32 | exceptions << 48;
}

// The registers can only be written from memory.  Whether they are depends on who ran before, so
// this memory must not be on the stack of a thread: equal states would look different.
struct FloatingPointRoom {
  std::uint32_t vector = 0;
  // The status word can only be written together with the rest of the unit's environment.
  struct {
    std::uint32_t control, status, tags, rest[4];
  } environment{};
};

// `now` is the present environment: reading it is slow.
inline void set_floating_point(FloatingPoint wanted, FloatingPoint now, FloatingPointRoom& room) {
  if (now == wanted) return;
  room.vector = static_cast<std::uint32_t>(wanted);
  asm volatile("ldmxcsr %0" : : "m"(room.vector) : "memory");
  if (now >> 32 == wanted >> 32) return;
  auto& environment = room.environment;
  asm volatile("fnstenv %0" : "=m"(environment) : : "memory");
  environment.control =
      (environment.control & 0xffff0000) | static_cast<std::uint16_t>(wanted >> 32);
  environment.status = (environment.status & ~std::uint32_t{kX87Exceptions}) |
                       static_cast<std::uint32_t>(wanted >> 48);
  asm volatile("fldenv %0" : : "m"(environment) : "memory");
}

#endif

}  // namespace heddle::native
