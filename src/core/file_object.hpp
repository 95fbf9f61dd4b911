// Objects that stand for state of the kernel.  They lie in a range that no user-space address uses.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/ids.hpp"

namespace heddle {

// All files and folders: a call that uses some reads it, one that changes something writes it.
inline constexpr ObjectId kFiles{0xfff8'0000'0000'0000ULL};

// The object that stands for descriptors and all other kernel state.
inline constexpr ObjectId kKernel{0xfffd'0000'0000'0000ULL};

// The clocks of the program: one word of pseudo memory.  Reads of clocks read it, and a step that
// lets time pass writes it.
inline constexpr ObjectId kClock{0xfff6'0000'0000'0000ULL};
inline constexpr std::size_t kClockBytes = 8;
constexpr bool is_clock(std::uintptr_t address) {
  return address == static_cast<std::uintptr_t>(kClock);
}

// How a call accesses the number of a descriptor, for the race detector: opening and closing write
// it, the others read it.  `replace` is dup2 over an open descriptor, which the kernel does at
// once: other threads use the old file or the new one, never a closed number.
enum class DescriptorUse : std::uint8_t { none, use, replace, open, close };

constexpr bool writes(DescriptorUse use) {
  return use == DescriptorUse::open || use == DescriptorUse::close;
}

// The number of a descriptor is one word of pseudo memory.  An access has a size that identifies
// its use, since the detector keeps the sizes of accesses.  All of them contain the first byte.
inline constexpr std::uint64_t kDescriptors = 0xfff7'0000'0000'0000ULL;
inline constexpr std::size_t kDescriptorBytes = 8;

constexpr std::uintptr_t cell_of_descriptor(int descriptor) {
  return kDescriptors + static_cast<std::uint64_t>(descriptor) * kDescriptorBytes;
}
constexpr bool is_descriptor_cell(std::uintptr_t address) { return address >> 48U == 0xfff7; }
// REQUIRES: is_descriptor_cell(address).
constexpr int descriptor_of_cell(std::uintptr_t address) {
  return static_cast<int>((address - kDescriptors) / kDescriptorBytes);
}
constexpr std::size_t size_of_use(DescriptorUse use) { return static_cast<std::size_t>(use); }
constexpr DescriptorUse use_of_size(std::size_t size) {
  return size <= size_of_use(DescriptorUse::close) ? static_cast<DescriptorUse>(size)
                                                   : DescriptorUse::none;
}

}  // namespace heddle
