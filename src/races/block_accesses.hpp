// What a thread accessed between two of its operations, as a set of ranges.  As long as the thread
// has not gone on to its next operation, nothing that it did there comes before anything that
// another thread does now: if the two conflict, they race.  No history is needed to see it, so it
// holds also where states are put back and where a state that was seen before is left alone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace heddle::races {

struct BlockAccess {
  std::uintptr_t begin = 0;
  std::uintptr_t end = 0;
  std::uint16_t children = 0;  // how many threads its thread had created before
  bool writes = false;
  bool is_atomic = false;

  // All but the range, as a number.
  std::uint64_t manner() const {
    return std::uint64_t{children} << 2U | (writes ? 2U : 0U) | (is_atomic ? 1U : 0U);
  }

  friend bool operator==(const BlockAccess&, const BlockAccess&) = default;
};

using BlockAccesses = std::vector<BlockAccess>;

// The same accesses in one form: sorted, with neighbours as one, and without reads of what is
// written as well.
void normalise(BlockAccesses& accesses);

// Bytes that both accessed.
struct Overlap {
  std::uintptr_t begin = 0;
  std::uintptr_t end = 0;
};

// They have bytes in common, one of them writes, and one is not atomic.
inline bool conflict(const BlockAccess& earlier, const BlockAccess& later) {
  return earlier.begin < later.end && later.begin < earlier.end &&
         (earlier.writes || later.writes) && !(earlier.is_atomic && later.is_atomic);
}

// Appends where an access of `later` conflicts with one of `earlier`.  `born`: the later thread is,
// or descends from, that child of the earlier one, counted from 1; 0: from none.  What was done
// before a thread was created is in order with all that it does.  REQUIRES: both are normalised.
void find_conflicts(const BlockAccesses& earlier, const BlockAccesses& later, std::uint32_t born,
                    std::vector<Overlap>& into);

// Sets by number.  A set has the same number in every process; that of the empty one is 0.
class BlockNumbers {
 public:
  // Normalises the set.  0 when there is no room for more sets.
  std::uint64_t number_of(BlockAccesses accesses);
  const BlockAccesses& set_of(std::uint64_t number) const;
  bool is_full() const { return ranges_ >= kMostRanges; }

 private:
  static constexpr std::size_t kMostRanges = 4'000'000;

  std::unordered_map<std::uint64_t, BlockAccesses> sets_;
  std::size_t ranges_ = 0;
};

}  // namespace heddle::races
