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

// Calls visit(block) for each block that is not the same.
template <typename Visit>
[[gnu::always_inline]] inline void for_each_changed_block(const std::byte* live,
                                                          const std::byte* kept, std::size_t first,
                                                          std::size_t bytes, Visit visit) {
  constexpr std::size_t kGroup = 2 * kBlockSize;
  std::size_t at = first * kBlockSize;
  for (; at + kGroup <= bytes; at += kGroup) {
    if (are_same(live + at, kept + at, std::make_index_sequence<kGroup / sizeof(Lane)>())) continue;
    for (std::size_t part = at; part < at + kGroup; part += kBlockSize) {
      if (!is_same(live + part, kept + part, kBlockSize)) visit(part / kBlockSize);
    }
  }
  for (; at < bytes; at += kBlockSize) {
    if (!is_same(live + at, kept + at, std::min(kBlockSize, bytes - at))) visit(at / kBlockSize);
  }
}

}  // namespace heddle::native
