// What gives a schedule its meaning besides the program: the scheduling points that were in force,
// and how states were kept.  A search learns further scheduling points and explores again; a
// schedule that was found before is executed under those that were known then.
#pragma once

#include <string>
#include <vector>

#include "monitors/plain_points.hpp"
#include "native/native_system.hpp"

namespace heddle::worker {

struct ScheduleContext {
  native::PlainPoints plain_points = native::PlainPoints::none;
  std::vector<std::string> cells;  // that were scheduling points, see adopted_cells
  native::StateKeeping keeping;
};

// The context of the execution in progress.
ScheduleContext current_context(const native::NativeSystem& system);

// Begins an execution under the context.  What the search has learned since does not count any
// more.
void restore(const ScheduleContext& context, native::NativeSystem& system);

}  // namespace heddle::worker
