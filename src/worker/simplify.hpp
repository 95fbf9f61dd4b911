// A failure found in many steps is looked for again where it is easier to read.
#pragma once

#include <atomic>
#include <optional>

#include "core/failure.hpp"
#include "core/schedule.hpp"
#include "native/native_system.hpp"
#include "worker/auxiliary.hpp"

namespace heddle::worker {

struct FailedSchedule {
  Schedule schedule;
  Failure failure;
};

// Looks for the same failure among the schedules with few preemptions.  `schedule` is one that
// leads to it.  REQUIRES: the scheduling points are those of the execution in which it was found.
std::optional<FailedSchedule> simpler_schedule(native::NativeSystem& system, const Failure& failure,
                                               const Schedule& schedule, const Auxiliary& budget,
                                               const std::atomic<bool>* stop);

}  // namespace heddle::worker
