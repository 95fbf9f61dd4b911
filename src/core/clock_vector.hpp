// For each thread, how many of its steps happened before (Lamport, Mattern, Fidge).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/ids.hpp"

namespace heddle {

class ClockVector {
 public:
  // 0 for a thread never heard of.
  std::uint32_t at(ThreadId thread) const {
    return index(thread) < counts_.size() ? counts_[index(thread)] : 0;
  }

  // One more step of that thread.
  void tick(ThreadId thread);

  // Everything that either knows.
  void join(const ClockVector& other);

  void clear() { counts_.clear(); }

  // By thread index, up to the last thread heard of: equal clocks have equal counts.
  std::span<const std::uint32_t> counts() const { return counts_; }

  // Whether everything this one knows is known to `other`.
  bool is_below(const ClockVector& other) const;

  friend bool operator==(const ClockVector& a, const ClockVector& b) {
    return a.is_below(b) && b.is_below(a);
  }

 private:
  std::vector<std::uint32_t> counts_;  // by thread index; what is missing is 0
};

}  // namespace heddle
