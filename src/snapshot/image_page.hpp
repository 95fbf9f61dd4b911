// Up to 4 KiB of the program's memory, as the memory image sees it: one piece, or several small
// ones that change together.
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

// Nearly all are whole, which takes eight instructions.
[[gnu::always_inline]] inline void copy_block(std::byte* to, const std::byte* from,
                                              std::size_t bytes) {
  if (bytes == kBlockSize) [[likely]] {
    std::memcpy(to, from, kBlockSize);
  } else {
    std::memcpy(to, from, bytes);
  }
}

// A piece of memory.  It begins at a block of its own.
struct Segment {
  std::uintptr_t address = 0;
  std::uint32_t offset = 0;  // in the page; a multiple of the block size
  std::uint32_t bytes = 0;
  const std::byte* initial = nullptr;  // content at the start; null: zeros
  // The part that tells states apart.
  std::uint32_t hashed_first = 0;
  std::uint32_t hashed_end = std::numeric_limits<std::uint32_t>::max();
  // For a stack: the address where it begins, see paused_frames.hpp.
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
  std::byte* shadow = nullptr;    // the content in one piece, as it was seen last; null while cold
  BlockHashes* hashes = nullptr;  // of the blocks that are present; null until one was
  // Of a heap page: the part in which anything was ever handed out.  Elsewhere only the heap itself
  // writes, and tells.
  std::uint32_t first = 0;
  std::uint32_t end = kImagePage;
  std::uint32_t present = 0;       // which blocks are not as at the start, one bit each
  std::uint32_t stale = 0;         // in which the tree of the last snapshot lags behind
  std::uint32_t logged = 0;        // which blocks the journal has already...
  std::uint64_t logged_since = 0;  // ...since that mark
  bool changed = true;             // lately
  bool cold = false;               // write-protected; as it was seen last
  std::uint8_t doublings = 0;      // doubled so often: how long it stays hot without a change
  std::uint16_t quiet = 0;         // how often it was found unchanged since it changed

  bool has(std::size_t block) const { return (present >> block & 1U) != 0; }
  // REQUIRES: the block belongs to one.
  const Segment& segment_of(std::size_t block) const {
    std::size_t number = 0;
    while (block >= segments[number].first_block() + segments[number].blocks()) ++number;
    return segments[number];
  }
};

}  // namespace heddle::native
