// The memory around an object that no symbol names.  A reader with debug information finds the
// variables and pointers that reach the object, and names it by them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/ids.hpp"

namespace heddle {

// The registers that a called function preserves, in the order of their DWARF numbers: x19 to x29
// on aarch64; rbx, rbp and r12 to r15 on x86-64, which leaves the rest zero.
inline constexpr std::size_t kKeptRegisters = 11;
using KeptRegisters = std::array<std::uint64_t, kKeptRegisters>;

// A function call in progress.  `Place` is a location as a process has it (Site) or as a file
// stores it.
template <typename Place>
struct CallFrameAt {
  ThreadId thread = kNoThread;
  Place code = {};          // the return address into the function
  std::uint64_t begin = 0;  // its stack pointer
  std::uint64_t end = 0;    // the caller's stack pointer: DWARF's canonical frame address
  KeptRegisters registers = {};

  bool holds(std::uint64_t address) const { return address >= begin && address < end; }

  friend bool operator==(const CallFrameAt&, const CallFrameAt&) = default;
};

// A heap block or a frame.
struct MemoryBlock {
  std::uint64_t begin = 0;
  std::uint64_t size = 0;

  bool holds(std::uint64_t address) const { return address - begin < size; }

  friend bool operator==(const MemoryBlock&, const MemoryBlock&) = default;
};

// A word of memory that holds an address.
template <typename Place>
struct PointerAt {
  Place place = {};
  std::uint64_t value = 0;

  friend bool operator==(const PointerAt&, const PointerAt&) = default;
};

template <typename Place>
struct MemoryExcerptAt {
  std::vector<CallFrameAt<Place>> frames;  // with the object, or with pointers
  std::vector<MemoryBlock> blocks;         // the object's, and those with pointers
  std::vector<PointerAt<Place>> pointers;  // into these blocks

  bool empty() const { return frames.empty() && blocks.empty(); }

  friend bool operator==(const MemoryExcerptAt&, const MemoryExcerptAt&) = default;
};

using CallFrame = CallFrameAt<Site>;
using MemoryExcerpt = MemoryExcerptAt<Site>;

}  // namespace heddle
