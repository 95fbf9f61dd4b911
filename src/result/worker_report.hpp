// The report that a worker sends to its watcher when it ends, in addition to the trace.
#pragma once

#include <string>
#include <string_view>

#include "core/result.hpp"
#include "result/run_result.hpp"

namespace heddle::result {

struct WorkerReport {
  RunResult result;
  std::string divergence;  // not empty: the replay diverged; describes the difference
  std::string refusal;     // not empty: why Heddle cannot control the program
};

std::string to_json(const WorkerReport& report);
Result<WorkerReport> worker_report_from_json(std::string_view text);

}  // namespace heddle::result
