// A failure found in many steps is looked for again where it is easier to read.
#pragma once

#include <atomic>

#include "native/native_system.hpp"
#include "worker/auxiliary.hpp"
#include "worker/failed_schedule.hpp"

namespace heddle::worker {

// Returns the failed schedule, or an easier one with the same failure.  REQUIRES: the system has
// the context of the failed schedule.
FailedSchedule simplest(native::NativeSystem& system, const FailedSchedule& failed,
                        const Auxiliary& budget, const std::atomic<bool>* stop);

}  // namespace heddle::worker
