// The watcher's side: starts a worker process, follows its progress, survives its crash.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/result.hpp"
#include "fleet/run_result.hpp"
#include "trace/trace.hpp"

namespace heddle::fleet {

struct Progress {
  std::uint64_t executions = 0;
  std::uint64_t states = 0;
  std::uint64_t transitions = 0;
  std::uint64_t depth = 0;
  std::uint64_t max_depth = 0;
  double seconds = 0;
  std::string phase;
};

struct WorkerCommand {
  std::vector<std::string> argv;      // the program and its arguments, the launcher in front
  std::string options;                // RunOptions in HEDDLE_OPTIONS form
  std::optional<std::string> replay;  // text of a trace whose schedule is to be run once
  // Instead of executing argv: what a forked copy of this process does.  It must not return.
  std::function<void(const std::string& channel)> body;
};

struct WorkerOutcome {
  RunResult result;                   // always filled: a dead worker yields an error of kind crash
  std::optional<trace::Trace> trace;  // of the error, when there is one
  std::string divergence;             // not empty: what differed (exit code 4)
  std::string internal_error;         // not empty: Heddle failed (exit code 70)
};

// Called about ten times a second.  False asks the worker to stop with the result so far; asked
// again for some seconds in vain, it is killed.
using Tick = std::function<bool(const Progress&)>;

// Runs one worker to its end.  An Error is something that the user can mend: the program cannot be
// started, or uses what Heddle cannot run.
Result<WorkerOutcome> run_worker(const WorkerCommand& command, const Tick& tick);

}  // namespace heddle::fleet
