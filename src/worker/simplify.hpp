// A failure found in many steps is looked for again where it is easier to read.
#pragma once

#include "native/native_system.hpp"
#include "worker/failed_schedule.hpp"
#include "worker/simplify_budget.hpp"

namespace heddle::worker {

// Returns the failed schedule, or an easier one with the same failure.  REQUIRES: the system has
// the context of the failed schedule.
FailedSchedule simplest(native::NativeSystem& system, const FailedSchedule& failed,
                        SimplifyBudget& budget);

}  // namespace heddle::worker
