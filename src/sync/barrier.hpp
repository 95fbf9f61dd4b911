// Semantics of a barrier: threads are parked on it until enough have arrived.  The threads parked
// on it are those that arrived in the present round, so the barrier itself stores only the needed
// number. A released thread belongs to no round, even while it has not moved yet.
#pragma once

#include <cstdint>

namespace heddle::sync {

struct Barrier {
  std::uint32_t needed = 0;  // 0: never made, or destroyed
};

// Returns whether an arrival completes the round, while `asleep` threads are parked on the barrier.
inline bool completes(const Barrier& barrier, std::uint64_t asleep) {
  return asleep + 1 >= barrier.needed;
}

}  // namespace heddle::sync
