// The address space of this process, read from the kernel without allocating.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "campaign/checkpoint_format.hpp"

namespace heddle::checkpoint {

struct MemoryMap {
  static constexpr std::size_t kMost = std::size_t{1} << 15;
  std::uint64_t count = 0;
  campaign::Region regions[kMost];

  const campaign::Region* begin() const { return regions; }
  const campaign::Region* end() const { return regions + count; }
};

// Reads the map of this process.  `text` holds the kernel's text meanwhile; `own` is the address of
// the region that belongs to checkpoints.  Returns false if the map is too large or unreadable.
bool read_memory_map(MemoryMap& into, std::span<char> text, std::uint64_t own);

// Returns whether both maps have the same files at the same addresses.
bool has_same_files(const MemoryMap& a, const MemoryMap& b);

}  // namespace heddle::checkpoint
