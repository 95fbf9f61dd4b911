// A failure found in many steps is looked for again where it is easier to read.
#pragma once

#include <atomic>
#include <optional>

#include "native/native_system.hpp"
#include "worker/auxiliary.hpp"
#include "worker/failed_schedule.hpp"

namespace heddle::worker {

// Looks for the same failure among the schedules with few preemptions.  REQUIRES: the system has
// the context of the failed schedule.
std::optional<FailedSchedule> simpler_schedule(native::NativeSystem& system,
                                               const FailedSchedule& failed,
                                               const Auxiliary& budget,
                                               const std::atomic<bool>* stop);

}  // namespace heddle::worker
