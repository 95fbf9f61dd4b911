// A livelock: a cycle of states that a strongly fair scheduler may repeat without end.  Every
// thread that is enabled somewhere on the cycle moves on it.
#pragma once

#include <cstdint>

#include "core/failure.hpp"
#include "core/schedule.hpp"

namespace heddle::search {

struct Livelock {
  Schedule schedule;              // to the cycle and once around it
  std::uint64_t cycle_begin = 0;  // where the cycle begins in it
};

// Returns the failure record.  REQUIRES: the cycle has a step.
Failure failure(const Livelock& livelock);

}  // namespace heddle::search
