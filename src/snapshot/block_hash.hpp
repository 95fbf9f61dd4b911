// Hashes the part of a block that distinguishes states.  The hash of a state is the sum of its
// blocks' hashes.  It has 64 bits where only 64 are kept, and 128 otherwise.  Multiplications are
// half the cost of a small hash, and 128 bits need twice as many.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "core/ids.hpp"
#include "core/xxh3.hpp"
#include "runtime/root.hpp"
#include "runtime/world.hpp"
#include "snapshot/image_page.hpp"

namespace heddle::native {

// Hashed bytes of the first block of a thread's record, which changes at every step.
inline constexpr std::size_t kToldOfFirstBlock = kBlockSize - sizeof(Pause);

inline void add(Fingerprint& sum, const Fingerprint& hash) {
  sum.low += hash.low;
  sum.high += hash.high;
}

inline void subtract(Fingerprint& sum, const Fingerprint& hash) {
  sum.low -= hash.low;
  sum.high -= hash.high;
}

// The secret that XXH3 mixes with the content.  Its value is hidden from the code that hashes: half
// of the instructions of a small hash would then materialize it, which is slower than loading it.
using HashSecret = std::array<std::uint64_t, 24>;
[[gnu::visibility("hidden")]] extern const HashSecret kHashSecret;

// Makes equal contents at different addresses hash differently.  `place` is mixed in at the end,
// which takes fewer instructions than XXH3's seed.
inline std::uint64_t placed(std::uint64_t hash, std::uint64_t place) {
  constexpr std::uint64_t kOdd = 0x9e3779b97f4a7c15ULL;
  hash ^= place * kOdd;
  hash = (hash ^ (hash >> 32)) * kOdd;
  return hash ^ (hash >> 29);
}

// Hashes a number of bytes that is known at compile time: a tenth fewer instructions.
template <std::size_t kBytes>
[[gnu::flatten]] std::uint64_t narrow_hash_of(const void* content) {
  return XXH3_64bits_withSecret(content, kBytes, kHashSecret.data(), sizeof kHashSecret);
}

inline std::uint64_t narrow_hash_of(const void* content, std::size_t bytes) {
  if (bytes == kBlockSize) return narrow_hash_of<kBlockSize>(content);
  if (bytes == kToldOfFirstBlock) return narrow_hash_of<kToldOfFirstBlock>(content);
  return XXH3_64bits_withSecret(content, bytes, kHashSecret.data(), sizeof kHashSecret);
}

inline Fingerprint hash_of(const void* content, std::size_t bytes, std::uint64_t place) {
  if (!flags().wide_hashes) return {placed(narrow_hash_of(content, bytes), place), 0};
  const XXH128_hash_t hash =
      XXH3_128bits_withSecret(content, bytes, kHashSecret.data(), sizeof kHashSecret);
  return {placed(hash.low64, place), placed(hash.high64, place)};
}

// Hashes a block of the segment that holds `content`.
inline Fingerprint hash_of(const Segment& segment, std::size_t block, const std::byte* content) {
  const std::size_t begin = block * kBlockSize;
  const std::size_t end = begin + segment.bytes_of(block);
  const std::size_t from = std::max(begin, segment.hashed_begin());
  const std::size_t to = std::min<std::size_t>(end, segment.hashed_end);
  if (from >= to) return {};
  if (from == begin || segment.hashed_from == nullptr) {
    return hash_of(content + (from - begin), to - from, segment.address + from);
  }
  // The start of the program's frames must not influence the hash of the part above it.
  std::array<std::byte, kBlockSize> masked{};
  std::memcpy(masked.data() + (from - begin), content + (from - begin), to - from);
  return hash_of(masked.data(), to - begin, segment.address + begin);
}

}  // namespace heddle::native
