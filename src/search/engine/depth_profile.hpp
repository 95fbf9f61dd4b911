// The shape of the explored tree: counts by depth.  It has at most kLevels levels; in deeper trees
// a level is several depths.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace heddle::search {

class DepthProfile {
 public:
  static constexpr std::size_t kLevels = 64;

  struct Level {
    std::uint64_t states = 0;      // as Tally counts them
    std::uint64_t revisits = 0;    // arrivals at visited states
    std::uint64_t executions = 0;  // that ended there

    Level& operator+=(const Level& more) {
      states += more.states;
      revisits += more.revisits;
      executions += more.executions;
      return *this;
    }
    friend bool operator==(const Level&, const Level&) = default;
  };

  Level& at(std::size_t depth) {
    while (depth >> shift_ >= kLevels) [[unlikely]] widen();
    return levels_[depth >> shift_];
  }

  // Returns the number of depths in one level: a power of two.
  std::uint64_t width() const { return std::uint64_t{1} << shift_; }
  const std::array<Level, kLevels>& levels() const { return levels_; }

  // Adds the counts of another search.
  DepthProfile& operator+=(DepthProfile more) {
    while (shift_ < more.shift_) widen();
    while (more.shift_ < shift_) more.widen();
    for (std::size_t i = 0; i < kLevels; ++i) levels_[i] += more.levels_[i];
    return *this;
  }

  friend bool operator==(const DepthProfile&, const DepthProfile&) = default;

 private:
  // Makes a level of each two.
  void widen() {
    for (std::size_t i = 0; i < kLevels / 2; ++i) {
      Level sum = levels_[2 * i];
      sum += levels_[2 * i + 1];
      levels_[i] = sum;
    }
    for (std::size_t i = kLevels / 2; i < kLevels; ++i) levels_[i] = {};
    ++shift_;
  }

  unsigned shift_ = 0;
  std::array<Level, kLevels> levels_ = {};
};

}  // namespace heddle::search
