// A schedule that leads to a failure, with what its replay needs.
#pragma once

#include "core/failure.hpp"
#include "core/schedule.hpp"
#include "worker/schedule_context.hpp"

namespace heddle::worker {

struct FailedSchedule {
  Schedule schedule;
  Failure failure;
  ScheduleContext context;
  bool has_no_end = false;  // the failure is that it does not end: a shorter one is no error
  bool is_drawn = false;    // by a search that does not begin with easy ones
};

}  // namespace heddle::worker
