// What a barrier means: threads sleep on it until enough have arrived.  Who has arrived in the
// present round is who sleeps on it, so the barrier itself is only the number that it takes.  A
// thread that was let go belongs to no round any more, even while it has not moved yet.
#pragma once

#include <cstdint>

namespace heddle::sync {

struct Barrier {
  std::uint32_t needed = 0;  // 0: never made, or destroyed
};

// Whether an arrival completes the round, while so many sleep on the barrier.
inline bool completes(const Barrier& barrier, std::uint64_t asleep) {
  return asleep + 1 >= barrier.needed;
}

}  // namespace heddle::sync
