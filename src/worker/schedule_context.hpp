// The context that a schedule needs in addition to the program: the scheduling points and limits in
// force, and how states were kept.
// A search learns further scheduling points and explores again.  A schedule found earlier is
// executed under the scheduling points known at that time.
#pragma once

#include <string>
#include <vector>

#include "native/native_system.hpp"
#include "runtime/flags.hpp"

namespace heddle::worker {

struct ScheduleContext {
  native::PlainPoints plain_points = native::PlainPoints::none;
  std::vector<std::string> cells;  // that were scheduling points, see adopted_cells
  native::StateKeeping keeping;
  native::WaitLimits waits;
};

// The context of the execution in progress.
ScheduleContext current_context(const native::NativeSystem& system);

// Begins an execution under the context.  Scheduling points that the search learned later do not
// apply.
void restore(const ScheduleContext& context, native::NativeSystem& system);

}  // namespace heddle::worker
