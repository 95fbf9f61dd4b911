// A cycle of states that a strongly fair scheduler may follow for ever: every thread that is
// enabled somewhere on it moves on it.
#pragma once

#include <cstdint>

#include "core/failure.hpp"
#include "core/schedule.hpp"
#include "system/system.hpp"

namespace heddle::search {

struct Livelock {
  Schedule schedule;              // to the loop and once round it
  std::uint64_t cycle_begin = 0;  // where the loop begins in it
};

// REQUIRES: the loop has a step.
Failure failure(const Livelock& livelock);

// Whether the cycle is not reported although it is fair: a thread does nothing on it but step
// aside. REQUIRES: the system is at its initial state, and can follow the schedule.
bool is_excused(System& system, const Livelock& livelock);

}  // namespace heddle::search
