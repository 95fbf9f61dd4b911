// Up to 4 KiB of the program's memory, as the memory image sees it: one piece, or several small
// ones that change together, so that a step touches few nodes of the tree.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "native/snapshot/block_tree.hpp"

namespace heddle::native {

// A piece of memory.  It begins at a block of its own.
struct Segment {
  std::uintptr_t address = 0;
  std::uint32_t offset = 0;  // in the page; a multiple of the block size
  std::uint32_t bytes = 0;
  const std::byte* initial = nullptr;  // content at the start; null: zeros
  bool hashed = true;                  // tells states apart
  // For a stack: where what tells states apart begins, see paused_frames.hpp.  Null: all of it.
  const std::uintptr_t* hashed_from = nullptr;

  std::size_t first_block() const { return offset / kBlockSize; }
  std::size_t blocks() const { return (bytes + kBlockSize - 1) / kBlockSize; }
  std::size_t bytes_of(std::size_t block) const {
    return std::min(kBlockSize, bytes - block * kBlockSize);
  }
  std::byte* live(std::size_t block = 0) const {
    return reinterpret_cast<std::byte*>(address + block * kBlockSize);
  }
};

struct ImagePage {
  std::vector<Segment> segments;
  const BlockNode* node = nullptr;  // in the tree; null when all blocks are absent
  std::byte* shadow = nullptr;      // the tree's content in one piece; null while cold
  bool changed = true;              // lately
  bool cold = false;                // write-protected; equal to the tree's

  const Block* block(std::size_t number) const {
    return node != nullptr && node->has(number) ? static_cast<const Block*>(node->children[number])
                                                : nullptr;
  }
};

}  // namespace heddle::native
