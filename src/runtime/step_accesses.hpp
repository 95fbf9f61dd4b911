// Remembers the plain accesses of the present step that were no scheduling points.  To make such an
// access again in the same step has no effect on any monitor, so it is passed over.  Also remembers
// the heap block that was accessed last, so that the next access need not look it up.
//
// Whatever gives a repeated access a meaning forgets earlier ones: the next step, a visible
// operation without a pause, the end of the memory, or a monitor that follows every access.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace heddle::native {

class StepAccesses {
 public:
  // Whether the present step has accessed all these bytes in the same way.
  bool contains(std::uintptr_t address, std::size_t size, bool writes) const {
    const std::size_t first = address % kWord;
    if (first + size > kWord) return false;
    const std::uint64_t bytes = bytes_of(first, size, writes);
    const std::uintptr_t word = address / kWord;
    return ((entries_[word % kEntries] ^ (tag_of(word) | bytes)) & (kTag | bytes)) == 0;
  }

  // Notes an access that was no scheduling point.  The first ones of a step are not remembered:
  // short steps have few repeated accesses.
  void add(std::uintptr_t address, std::size_t size, bool writes) {
    if (is_empty()) {
      ++count_;
      return;
    }
    const std::size_t first = address % kWord;
    if (first + size > kWord) return;
    const std::uintptr_t word = address / kWord;
    std::uint64_t& entry = entries_[word % kEntries];
    if ((entry & kTag) != tag_of(word)) entry = tag_of(word);
    entry |= bytes_of(first, size, writes);
  }

  // Whether the bytes are in the heap block that the step accessed last.
  bool is_in_last_block(std::uintptr_t address, std::size_t size) const {
    return address >= block_ && address + size <= block_end_;
  }
  void set_last_block(std::uintptr_t block, std::size_t size) {
    block_ = block;
    block_end_ = block + size;
  }

  // Whether no access is remembered.
  bool is_empty() const { return count_ < kShortStep; }

  void forget(std::uintptr_t address, std::size_t size) {
    block_end_ = 0;
    if (is_empty() || size == 0) return;
    const std::uintptr_t words = (address + size - 1) / kWord - address / kWord + 1;
    if (words > kMostForgotten) return forget_all();
    for (std::uintptr_t i = 0; i < words; ++i) entries_[(address / kWord + i) % kEntries] = 0;
  }

  void forget_all() {
    block_end_ = 0;
    if (!is_empty()) next_generation();
    count_ = 0;
  }

 private:
  static constexpr std::size_t kWord = 8;
  static constexpr std::size_t kEntries = std::size_t{1} << 16;
  static constexpr std::uint32_t kShortStep = 64;
  static constexpr std::uintptr_t kMostForgotten = 1024;
  // An entry: the rest of the word's number (an address has 48 bits), the generation, and the bytes
  // that were written and read, as bits.
  static constexpr int kWordShift = 35;
  static constexpr int kGenerationShift = 16;
  static constexpr std::uint64_t kTag = ~std::uint64_t{0xffff};
  static constexpr std::uint64_t kLastGeneration =
      (std::uint64_t{1} << (kWordShift - kGenerationShift)) - 1;

  static std::uint64_t bytes_of(std::size_t first, std::size_t size, bool writes) {
    return ((std::uint64_t{1} << size) - 1) << (first + (writes ? 8 : 0));
  }
  std::uint64_t tag_of(std::uintptr_t word) const {
    return static_cast<std::uint64_t>(word / kEntries) << kWordShift | generation_
                                                                           << kGenerationShift;
  }
  void next_generation() {
    if (++generation_ <= kLastGeneration) return;
    generation_ = 0;
    entries_.fill(0);
  }

  std::uintptr_t block_ = 0;
  std::uintptr_t block_end_ = 0;
  std::uint64_t generation_ = 0;
  std::uint32_t count_ = 0;  // accesses of the present step, up to kShortStep
  std::array<std::uint64_t, kEntries> entries_{};
};

}  // namespace heddle::native
