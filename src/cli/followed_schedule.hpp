// Executes a program under an anchored schedule, however the program was edited since.
#pragma once

#include <optional>
#include <string>

#include "cli/program_file.hpp"
#include "config/run_options.hpp"
#include "core/result.hpp"
#include "report/anchored_schedule.hpp"
#include "result/run_result.hpp"

namespace heddle::cli {

struct FollowedSchedule {
  enum class End : std::uint8_t {
    failed,          // `error` says how
    passed,          // the schedule was followed, without an error
    prevented,       // an order of the schedule is impossible now
    not_applicable,  // a step of the schedule does not exist any more
    diverged,
    internal_error,
  };
  End end = End::passed;
  std::string sentence;
  std::optional<result::FoundError> error = std::nullopt;
};

// Returns the options under which a schedule is followed: those of the recorded run that change
// what the program does, and nothing that names a command or a file.
Result<config::RunOptions> options_to_follow(const report::AnchoredSchedule& schedule,
                                             const std::string& name);

// Numbers of steps follow from an execution, and the execution from these numbers.  So it executes
// the program until both agree, first without any order.  An error in any of these executions is
// an error of the program.
Result<FollowedSchedule> follow_schedule(const report::AnchoredSchedule& schedule,
                                         const ProgramFile& program,
                                         const config::RunOptions& options);

}  // namespace heddle::cli
