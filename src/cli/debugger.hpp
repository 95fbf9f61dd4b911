// A recorded schedule under gdb.
#pragma once

#include <string>
#include <vector>

#include "config/run_options.hpp"
#include "core/result.hpp"
#include "fleet/worker_process.hpp"

namespace heddle::cli {

struct DebugSession {
  fleet::WorkerCommand worker;       // with the trace to replay
  std::string trace;                 // the file that it was read from
  std::vector<std::string> options;  // of gdb itself: "-ex", "bt", "--batch"
};

// Whether gdb can be started for a program with these options.
Status check_debugger(const config::RunOptions& options);

// Becomes gdb.  Returns only on failure, with the reason.
Error become_debugger(const DebugSession& session);

}  // namespace heddle::cli
