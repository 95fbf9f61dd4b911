// A loop of states that a fair scheduler may follow for ever: every thread that could move all
// along it does.
#pragma once

#include <cstdint>

#include "core/failure.hpp"
#include "core/schedule.hpp"
#include "system/system.hpp"

namespace heddle::search {

struct Livelock {
  Schedule schedule;              // to the loop and once round it
  std::uint64_t cycle_begin = 0;  // where the loop begins in it
  bool others_can_move = false;   // threads that take no part are free now and then
};

// REQUIRES: the loop has a step.
Failure failure(const Livelock& livelock);

// Whether the loop is none to complain of, although it is fair as far as the graph of states tells:
// a thread does nothing in it but step aside, or another one that sleeps could wake up and does
// not. REQUIRES: the system is at its initial state, and can follow the schedule.
bool is_excused(System& system, const Livelock& livelock);

}  // namespace heddle::search
