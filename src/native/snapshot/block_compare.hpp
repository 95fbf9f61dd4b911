// Finds the blocks that changed, 16 bytes at a time: this is most of what a stateful step costs.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>

#include "native/snapshot/block_tree.hpp"

namespace heddle::native {

using Lane [[gnu::vector_size(16)]] = std::uint64_t;

// From any address.
[[gnu::always_inline]] inline Lane lane_at(const std::byte* address) {
  Lane lane;
  std::memcpy(&lane, address, sizeof lane);
  return lane;
}

// Whether so many lanes are the same: 16 bytes at a time.
template <std::size_t... I>
[[gnu::always_inline]] inline bool are_same(const std::byte* a, const std::byte* b,
                                            std::index_sequence<I...>) {
  const Lane all = ((lane_at(a + I * sizeof(Lane)) ^ lane_at(b + I * sizeof(Lane))) | ...);
  return (all[0] | all[1]) == 0;
}

// In lanes; the last one may overlap the one before.
[[gnu::always_inline]] inline bool is_same(const std::byte* a, const std::byte* b,
                                           std::size_t bytes) {
  if (bytes == kBlockSize) {
    return are_same(a, b, std::make_index_sequence<kBlockSize / sizeof(Lane)>());
  }
  if (bytes < sizeof(Lane)) return std::memcmp(a, b, bytes) == 0;
  const auto difference = [&](std::size_t at) { return lane_at(a + at) ^ lane_at(b + at); };
  Lane all = difference(bytes - sizeof(Lane));
  for (std::size_t at = 0; at + sizeof(Lane) < bytes; at += sizeof(Lane)) all |= difference(at);
  return (all[0] | all[1]) == 0;
}

// The same for any number of bytes, for what has hardly ever changed: one branch for all.
inline bool is_all_same(const std::byte* a, const std::byte* b, std::size_t bytes) {
  if (bytes < sizeof(Lane)) return std::memcmp(a, b, bytes) == 0;
  const auto difference = [&](std::size_t at) { return lane_at(a + at) ^ lane_at(b + at); };
  Lane all = difference(bytes - sizeof(Lane));
  std::size_t at = 0;
  for (; at + 4 * sizeof(Lane) <= bytes; at += 4 * sizeof(Lane)) {
    all |= (difference(at) | difference(at + sizeof(Lane))) |
           (difference(at + 2 * sizeof(Lane)) | difference(at + 3 * sizeof(Lane)));
  }
  for (; at + sizeof(Lane) <= bytes; at += sizeof(Lane)) all |= difference(at);
  return (all[0] | all[1]) == 0;
}

// One bit for each block from `first` on that is not the same.  Without a branch for a block: what
// changed differs from step to step, and a branch that goes another way than it went last costs
// more than the comparison.  REQUIRES: at most 32 blocks.
[[gnu::always_inline]] inline std::uint32_t changed_blocks(const std::byte* live,
                                                           const std::byte* kept, std::size_t first,
                                                           std::size_t bytes) {
  std::uint32_t changed = 0;
  std::size_t at = first * kBlockSize;
  for (; at + kBlockSize <= bytes; at += kBlockSize) {
    const bool same = is_same(live + at, kept + at, kBlockSize);
    changed |= static_cast<std::uint32_t>(!same) << (at / kBlockSize);
  }
  if (at < bytes && !is_same(live + at, kept + at, bytes - at)) {
    changed |= std::uint32_t{1} << (at / kBlockSize);
  }
  return changed;
}

// Calls visit(block) for each block that is not the same.
template <typename Visit>
[[gnu::always_inline]] inline void for_each_changed_block(const std::byte* live,
                                                          const std::byte* kept, std::size_t first,
                                                          std::size_t bytes, Visit visit) {
  for_each_bit(changed_blocks(live, kept, first, bytes), visit);
}

}  // namespace heddle::native
