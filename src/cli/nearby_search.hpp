// Searches a program that no longer fails under an exported schedule.  The schedule names steps, so
// an edit may lead past an error that is still there.
#pragma once

#include <cstdint>

#include "cli/followed_schedule.hpp"
#include "cli/program_file.hpp"
#include "config/run_options.hpp"
#include "core/result.hpp"
#include "report/anchored_schedule.hpp"

namespace heddle::cli {

struct NearbySearch {
  FollowedSchedule outcome;  // passed, failed, or the search itself failed
  bool is_complete = false;  // within the limits of the options
  std::uint64_t executions = 0;
};

// Runs the default search under the options of the schedule, for a limited number of executions.
// Livelocks and races that the recorded run ignored are no errors here either.
Result<NearbySearch> search_nearby(const report::AnchoredSchedule& schedule,
                                   const ProgramFile& program, const config::RunOptions& options);

}  // namespace heddle::cli
