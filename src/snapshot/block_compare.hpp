// Finds the blocks that changed, 16 bytes at a time: this is most of what a stateful step costs.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>

#include "snapshot/block_tree.hpp"

namespace heddle::native {

using Lane [[gnu::vector_size(16)]] = std::uint64_t;

// From any address.
[[gnu::always_inline]] inline Lane lane_at(const std::byte* address) {
  Lane lane;
  std::memcpy(&lane, address, sizeof lane);
  return lane;
}

// Where so many bytes differ, all lanes put together.
template <std::size_t kBytes>
[[gnu::always_inline]] inline Lane difference(const std::byte* a, const std::byte* b) {
  if constexpr (kBytes == sizeof(Lane)) {
    return lane_at(a) ^ lane_at(b);
  } else {
    constexpr std::size_t kHalf = kBytes / 2;
    return difference<kHalf>(a, b) | difference<kHalf>(a + kHalf, b + kHalf);
  }
}

[[gnu::always_inline]] inline bool is_none(const Lane& difference) {
  return (difference[0] | difference[1]) == 0;
}

// Whether a block is.
[[gnu::always_inline]] inline bool is_zero(const std::byte* block) {
  const auto lanes = [&](std::size_t at) {
    return lane_at(block + at) | lane_at(block + at + sizeof(Lane));
  };
  constexpr std::size_t kPair = 2 * sizeof(Lane);
  return is_none((lanes(0) | lanes(kPair)) | (lanes(2 * kPair) | lanes(3 * kPair)));
}

// In lanes; the last one may overlap the one before.
[[gnu::always_inline]] inline bool is_same(const std::byte* a, const std::byte* b,
                                           std::size_t bytes) {
  if (bytes == kBlockSize) return is_none(difference<kBlockSize>(a, b));
  if (bytes < sizeof(Lane)) return std::memcmp(a, b, bytes) == 0;
  const auto lane = [&](std::size_t at) { return difference<sizeof(Lane)>(a + at, b + at); };
  Lane all = lane(bytes - sizeof(Lane));
  for (std::size_t at = 0; at + sizeof(Lane) < bytes; at += sizeof(Lane)) all |= lane(at);
  return is_none(all);
}

// The same for any number of bytes.  For what hardly ever changes: several pieces take one branch.
[[gnu::always_inline]] inline Lane difference(const std::byte* a, const std::byte* b,
                                              std::size_t bytes) {
  if (bytes < sizeof(Lane)) {
    Lane left{};
    Lane right{};
    std::memcpy(&left, a, bytes);
    std::memcpy(&right, b, bytes);
    return left ^ right;
  }
  // The last piece may overlap the one before.
  constexpr std::size_t kPiece = kBlockSize / 2;
  Lane all{};
  std::size_t at = 0;
  if (bytes < kPiece) {
    const std::size_t last = bytes - sizeof(Lane);
    for (; at < last; at += sizeof(Lane)) all |= difference<sizeof(Lane)>(a + at, b + at);
    return all | difference<sizeof(Lane)>(a + last, b + last);
  }
  const std::size_t last = bytes - kPiece;
  for (; at < last; at += kPiece) all |= difference<kPiece>(a + at, b + at);
  all |= difference<kPiece>(a + last, b + last);
  return all;
}

// One bit for each block from `first` on that is not the same.  Without a branch for a block: what
// changed differs from step to step, and a branch that goes another way than it went last costs
// more than the comparison.  REQUIRES: at most 32 blocks.
[[gnu::always_inline]] inline std::uint32_t changed_blocks(const std::byte* live,
                                                           const std::byte* kept, std::size_t first,
                                                           std::size_t bytes) {
  std::uint32_t changed = 0;
  const std::size_t whole = bytes / kBlockSize;
  for (std::size_t block = first; block < whole; ++block) {
    const std::size_t at = block * kBlockSize;
    const bool same = is_none(difference<kBlockSize>(live + at, kept + at));
    changed |= static_cast<std::uint32_t>(!same) << block;
  }
  const std::size_t at = whole * kBlockSize;
  if (first <= whole && at < bytes && !is_same(live + at, kept + at, bytes - at)) {
    changed |= std::uint32_t{1} << whole;
  }
  return changed;
}

// Calls visit(block) for each block that is not the same from `from` on, where that block counts
// from there.
template <typename Visit>
[[gnu::always_inline]] inline void for_each_changed_block(const std::byte* live,
                                                          const std::byte* kept, std::size_t from,
                                                          std::size_t bytes, Visit visit) {
  std::size_t first = from / kBlockSize;
  std::uint32_t changed = 0;
  if (from % kBlockSize != 0) {
    const std::size_t end = std::min((first + 1) * kBlockSize, bytes);
    const bool same = from >= end || is_none(difference(live + from, kept + from, end - from));
    changed = static_cast<std::uint32_t>(!same) << first++;
  }
  for_each_bit(changed | changed_blocks(live, kept, first, bytes), visit);
}

}  // namespace heddle::native
