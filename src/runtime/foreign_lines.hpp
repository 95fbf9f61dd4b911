// Notes the memory on stacks that other threads access.  A line is noted, not an object, and two
// lines may share a place: memory that was never noted was never accessed by another thread.
// Never forgotten, so that it holds for all executions of a search.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "runtime/root.hpp"

namespace heddle::native {

class ForeignLines {
 public:
  void note(std::uintptr_t address, std::size_t size) {
    const std::uintptr_t last = (address + (size == 0 ? 0 : size - 1)) / kLine;
    for (std::uintptr_t line = address / kLine; line <= last; ++line) {
      words_[place_of(line) / 64] |= std::uint64_t{1} << (place_of(line) % 64);
    }
  }

  // Returns whether the memory may have been accessed.
  bool may_contain(std::uintptr_t address, std::size_t size) const {
    const std::uintptr_t last = (address + size - 1) / kLine;
    for (std::uintptr_t line = address / kLine; line <= last; ++line) {
      if ((words_[place_of(line) / 64] >> (place_of(line) % 64) & 1) != 0) return true;
    }
    return false;
  }

 private:
  static constexpr std::uintptr_t kLine = 16;
  static constexpr std::size_t kPlaces = std::size_t{1} << 16;

  static std::size_t place_of(std::uintptr_t line) { return (line * 0x9e3779b97f4a7c15ULL) >> 48; }

  std::array<std::uint64_t, kPlaces / 64> words_{};
};

inline ForeignLines& foreign_lines() { return static_part(runtime().foreign_lines); }

}  // namespace heddle::native
