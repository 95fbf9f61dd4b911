// What of a block tells states apart, as a number.  A state's hash is the sum of its blocks'.  It
// has 64 bits where no more are kept, and 128 otherwise: half of the cost of a small hash are its
// multiplications, and 128 bits take twice as many.
#pragma once

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "core/ids.hpp"
#include "native/snapshot/image_page.hpp"

namespace heddle::native {

inline void add(Fingerprint& sum, const Fingerprint& hash) {
  sum.low += hash.low;
  sum.high += hash.high;
}

inline void subtract(Fingerprint& sum, const Fingerprint& hash) {
  sum.low -= hash.low;
  sum.high -= hash.high;
}

// Whether hashes have 128 bits.  Changed only while no state is known.
[[gnu::visibility("hidden")]] extern bool g_wide_hashes;

// For a number of bytes that the compiler knows: a tenth fewer instructions.
template <std::size_t kBytes>
[[gnu::flatten]] std::uint64_t narrow_hash_of(const void* content, std::uint64_t seed) {
  return XXH3_64bits_withSeed(content, kBytes, seed);
}

inline std::uint64_t narrow_hash_of(const void* content, std::size_t bytes, std::uint64_t seed) {
  if (bytes == kBlockSize) [[likely]]
    return narrow_hash_of<kBlockSize>(content, seed);
  return XXH3_64bits_withSeed(content, bytes, seed);
}

inline Fingerprint hash_of(const void* content, std::size_t bytes, std::uint64_t seed) {
  if (!g_wide_hashes) return {narrow_hash_of(content, bytes, seed), 0};
  const XXH128_hash_t hash = XXH3_128bits_withSeed(content, bytes, seed);
  return {hash.low64, hash.high64};
}

// Of a block of the segment that holds `content`.
inline Fingerprint hash_of(const Segment& segment, std::size_t block, const std::byte* content) {
  const std::size_t begin = block * kBlockSize;
  const std::size_t end = begin + segment.bytes_of(block);
  const std::size_t from = std::max(begin, segment.told_begin());
  const std::size_t to = std::min<std::size_t>(end, segment.told_end);
  if (from >= to) return {};
  if (from == begin || segment.told_from == nullptr) {
    return hash_of(content + (from - begin), to - from, segment.address + from);
  }
  // Where the program's frames begin must not matter to what lies above.
  std::array<std::byte, kBlockSize> masked{};
  std::memcpy(masked.data() + (from - begin), content + (from - begin), to - from);
  return hash_of(masked.data(), to - begin, segment.address + begin);
}

}  // namespace heddle::native
