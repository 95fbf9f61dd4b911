// Where the program's controlled memory lives.  The addresses are fixed, so that what a program
// does never depends on where the system happened to map something: two runs of one schedule see
// the same addresses, in this process and in the next.  The range is far from where Linux places
// programs, libraries and stacks, on aarch64 and on x86-64.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/ids.hpp"

namespace heddle::native {

inline constexpr std::size_t kMaxThreads = 1024;

inline constexpr std::uintptr_t kWorldBase = 0x2000'0000'0000;
inline constexpr std::size_t kWorldSize = std::size_t{16} << 20;

// The arguments and the environment: the kernel allows less than the room up to the next range.
inline constexpr std::uintptr_t kStartStringsBase = 0x2008'0000'0000;

// Real, parked threads whose control blocks fibers borrow.  The C library puts thread_local
// variables on their stacks.
inline constexpr std::uintptr_t kControlBlockBase = 0x2010'0000'0000;
inline constexpr std::size_t kControlBlockStride = std::size_t{64} << 20;

// A fiber's stack is the upper part of its slot; the lower part is never mapped, so an overflow
// faults.  A thread that asks for more than the usual size gets up to the largest.
inline constexpr std::uintptr_t kStackBase = 0x2020'0000'0000;
inline constexpr std::size_t kStackStride = std::size_t{512} << 20;
inline constexpr std::size_t kStackSize = std::size_t{8} << 20;
inline constexpr std::size_t kLargestStack = std::size_t{256} << 20;

// Each thread allocates from an arena of its own.
inline constexpr std::uintptr_t kHeapBase = 0x2100'0000'0000;
inline constexpr std::size_t kArenaStride = std::size_t{16} << 30;
inline constexpr std::uintptr_t kHeapEnd = kHeapBase + kMaxThreads * kArenaStride;

// Maps exactly there or fails with a check: something else lives in our range.
void* map_fixed(std::uintptr_t address, std::size_t size, int protection);
// False when the system has no memory left for the process, or the user limited it.
bool try_map_fixed(std::uintptr_t address, std::size_t size, int protection);

inline bool is_on_stack(ThreadId thread, std::uintptr_t address) {
  return address - (kStackBase + index(thread) * kStackStride) < kStackStride;
}

inline bool is_on_any_stack(std::uintptr_t address) {
  return address - kStackBase < kMaxThreads * kStackStride;
}

}  // namespace heddle::native
