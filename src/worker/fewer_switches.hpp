// Removes context switches from a schedule that fails, by delta debugging: parts of the schedule
// are left out or moved as long as the same failure follows.
#pragma once

#include <cstdint>

#include "native/native_system.hpp"
#include "worker/failed_schedule.hpp"
#include "worker/simplify_budget.hpp"

namespace heddle::worker {

// How hard a schedule is to read: by context switches, then by steps.
struct Difficulty {
  std::uint64_t switches = 0;
  std::uint64_t steps = 0;

  friend auto operator<=>(const Difficulty&, const Difficulty&) = default;
};

Difficulty difficulty(const Schedule& schedule);

// Returns the failed schedule, or an easier one with the same failure.  REQUIRES: the system has
// the context of the failed schedule.
FailedSchedule with_fewer_switches(native::NativeSystem& system, const FailedSchedule& failed,
                                   SimplifyBudget& budget);

}  // namespace heddle::worker
