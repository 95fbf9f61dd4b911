// A loop of states that a fair scheduler may follow for ever: every thread that could move all
// along it does.
#pragma once

#include <cstdint>
#include <vector>

#include "core/failure.hpp"
#include "core/schedule.hpp"
#include "core/stepping_aside.hpp"
#include "system/system.hpp"

namespace heddle::search {

struct Livelock {
  Schedule schedule;              // to the loop and once round it
  std::uint64_t cycle_begin = 0;  // where the loop begins in it
  bool others_can_move = false;   // threads that take no part are free now and then
};

// REQUIRES: the loop has a step.
Failure failure(const Livelock& livelock);

// What is done in the loop.  REQUIRES: the system is at its initial state, and can follow the
// schedule.
std::vector<LoopStep> loop_steps(System& system, const Livelock& livelock);

}  // namespace heddle::search
