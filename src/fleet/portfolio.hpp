// Runs several searches of one program in parallel, each in its own process; the first error ends
// all.
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

// A member whose process died without the program causing it.
struct LostMember {
  std::uint64_t number = 0;
  std::string death;
  std::optional<trace::Trace> trace;  // the execution in progress
};

struct PortfolioOutcome {
  WorkerOutcome outcome;  // of all members together
  std::vector<LostMember> lost;
  bool is_elsewhere = false;  // another rank of the run has the outcome
};

// Runs job_count(options) searches.  `command` describes the process; its options and its memory
// are filled in for each member.  A single search runs like run_worker.
//
// - An error ends the run, unless errors are collected.  If one poll finds several errors, that of
//   the lowest member wins.
// - A member that completes a full search ends the run.
// - A lost member is reported in the result; the others continue.
//
// If the options permit it (`splits`), the members share one search.  Then each explores a part of
// it, and the run ends when all of it is explored.  If a member is lost, the search begins again:
// the states that it had added to the visited set are not explored.
Result<PortfolioOutcome> run_portfolio(const WorkerCommand& command,
                                       const config::RunOptions& options, const Tick& tick);

}  // namespace heddle::fleet
