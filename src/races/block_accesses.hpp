// The accesses of a thread between two of its operations, as a set of ranges.  Until the thread
// performs its next operation, no happens-before edge orders them before another thread's present
// accesses.  So if the two conflict, they race.  This needs no history, so it also works with
// restored states and with pruning at visited states.
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

  // Returns all fields but the range, as a number.
  std::uint64_t manner() const {
    return std::uint64_t{children} << 2U | (writes ? 2U : 0U) | (is_atomic ? 1U : 0U);
  }

  friend bool operator==(const BlockAccess&, const BlockAccess&) = default;
};

using BlockAccesses = std::vector<BlockAccess>;

// Brings the accesses into canonical form: sorted, with adjacent ranges merged, and without reads
// of ranges that are also written.
void normalise(BlockAccesses& accesses);

// Bytes that both accessed.
struct Overlap {
  std::uintptr_t begin = 0;
  std::uintptr_t end = 0;
};

// Returns whether the ranges overlap, one access writes, and one is not atomic.
inline bool conflict(const BlockAccess& earlier, const BlockAccess& later) {
  return earlier.begin < later.end && later.begin < earlier.end &&
         (earlier.writes || later.writes) && !(earlier.is_atomic && later.is_atomic);
}

// Appends the overlaps of conflicting accesses of `later` and `earlier`.  `born`: the later thread
// is, or descends from, that child of the earlier one, counted from 1; 0: from none.  Accesses
// before a thread's creation are ordered before all of its own.  REQUIRES: both are normalised.
void find_conflicts(const BlockAccesses& earlier, const BlockAccesses& later, std::uint32_t born,
                    std::vector<Overlap>& into);

// Numbers sets of accesses.  A set has the same number in every process; that of the empty one is
// 0.
class BlockNumbers {
 public:
  // Normalises the set and returns its number; 0 when there is no room for more sets.
  std::uint64_t number_of(BlockAccesses accesses);
  const BlockAccesses& set_of(std::uint64_t number) const;
  bool is_full() const { return ranges_ >= kMostRanges; }

 private:
  static constexpr std::size_t kMostRanges = 4'000'000;

  std::unordered_map<std::uint64_t, BlockAccesses> sets_;
  std::size_t ranges_ = 0;
};

}  // namespace heddle::races
