// Several searches of one program at once, each in a process of its own; the first error ends all.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "config/run_options.hpp"
#include "core/result.hpp"
#include "fleet/worker_process.hpp"
#include "trace/trace.hpp"

namespace heddle::fleet {

// A member whose process died without the program being to blame.
struct LostMember {
  std::uint64_t number = 0;
  std::string death;
  std::optional<trace::Trace> trace;  // what it was executing
};

struct PortfolioOutcome {
  WorkerOutcome outcome;  // of all members together
  std::vector<LostMember> lost;
};

// Runs job_count(options) searches.  `command` says what is started; its options and its memory
// are filled in for each member.  A single search is what run_worker makes of it.
//
// - An error ends the run, unless errors are to be collected; of several that are there at the
//   same look, the one of the lowest member.
// - A member that comes to the end of a full search ends the run.
// - A member that is lost is told in the result; the others go on.
Result<PortfolioOutcome> run_portfolio(const WorkerCommand& command,
                                       const config::RunOptions& options, const Tick& tick);

}  // namespace heddle::fleet
