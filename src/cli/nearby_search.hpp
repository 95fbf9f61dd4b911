// Searches a program that no longer fails under an exported schedule.  The schedule names steps, so
// an edit may lead past an error that is still there.
#pragma once

#include <cstdint>
#include <optional>

#include "cli/program_file.hpp"
#include "config/run_options.hpp"
#include "core/result.hpp"
#include "report/anchored_schedule.hpp"
#include "result/run_result.hpp"

namespace heddle::cli {

struct NearbySearch {
  std::optional<result::FoundError> error;
  bool is_complete = false;  // without an error
  std::uint64_t executions = 0;
};

// Runs the default search under the options of the schedule, for a limited number of executions.
Result<NearbySearch> search_nearby(const report::AnchoredSchedule& schedule,
                                   const ProgramFile& program, const config::RunOptions& options);

}  // namespace heddle::cli
