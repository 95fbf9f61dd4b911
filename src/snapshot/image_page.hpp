// Up to 4 KiB of the program's memory in the memory image: one piece, or several small pieces that
// change together.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <vector>

#include "core/ids.hpp"
#include "snapshot/block_tree.hpp"

namespace heddle::native {

alignas(16) inline constexpr std::array<std::byte, kBlockSize> kZeros{};

// Copies a block.  Almost all blocks are whole, which takes eight instructions.
[[gnu::always_inline]] inline void copy_block(std::byte* to, const std::byte* from,
                                              std::size_t bytes) {
  if (bytes == kBlockSize) [[likely]] {
    std::memcpy(to, from, kBlockSize);
  } else {
    std::memcpy(to, from, bytes);
  }
}

// A piece of memory.  It begins at the start of a block.
struct Segment {
  std::uintptr_t address = 0;
  std::uint32_t offset = 0;  // in the page; a multiple of the block size
  std::uint32_t bytes = 0;
  const std::byte* initial = nullptr;  // content at the start; null: zeros
  // The part that distinguishes states.
  std::uint32_t hashed_first = 0;
  std::uint32_t hashed_end = std::numeric_limits<std::uint32_t>::max();
  // For a stack: the address where that part begins, see paused_frames.hpp.
  const std::uintptr_t* hashed_from = nullptr;

  std::size_t hashed_begin() const {
    if (hashed_from == nullptr) return hashed_first;
    return *hashed_from > address ? *hashed_from - address : 0;
  }
  std::size_t first_block() const { return offset / kBlockSize; }
  std::size_t blocks() const { return (bytes + kBlockSize - 1) / kBlockSize; }
  std::size_t bytes_of(std::size_t block) const {
    return std::min(kBlockSize, bytes - block * kBlockSize);
  }
  const std::byte* initial_block(std::size_t block) const {
    return initial != nullptr ? initial + block * kBlockSize : kZeros.data();
  }
  std::byte* live(std::size_t block = 0) const {
    return reinterpret_cast<std::byte*>(address + block * kBlockSize);
  }
};

using BlockHashes = std::array<Fingerprint, kBlocksPerPage>;

struct ImagePage {
  std::vector<Segment> segments;
  std::byte* shadow = nullptr;    // its last contents, contiguous; null while cold
  BlockHashes* hashes = nullptr;  // of the present blocks; null until there is one
  // For a heap page: the part in which a block was ever allocated.  Elsewhere only the heap
  // writes, and reports it as news.
  std::uint32_t first = 0;
  std::uint32_t end = kImagePage;
  std::uint32_t present = 0;       // blocks that differ from the start, one bit each
  std::uint32_t stale = 0;         // blocks that are outdated in the tree of the last snapshot
  std::uint32_t logged = 0;        // blocks that the journal already has...
  std::uint64_t logged_since = 0;  // ...since that mark
  bool changed = true;             // since the last cooling pass
  bool cold = false;               // write-protected; unchanged since it was compared
  std::uint8_t doublings = 0;      // of the time that it stays hot without a change
  std::uint16_t cold_since = 0;    // the scan after which it was protected
  std::uint16_t quiet = 0;         // cooling passes that found it unchanged, since its last change

  bool has(std::size_t block) const { return (present >> block & 1U) != 0; }
  // Returns the segment that holds a block.  REQUIRES: there is one.
  const Segment& segment_of(std::size_t block) const {
    std::size_t number = 0;
    while (block >= segments[number].first_block() + segments[number].blocks()) ++number;
    return segments[number];
  }
};

}  // namespace heddle::native
