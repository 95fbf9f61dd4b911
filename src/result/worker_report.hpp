// What a worker tells its watcher at its end, besides the trace.
#pragma once

#include <string>
#include <string_view>

#include "core/result.hpp"
#include "result/run_result.hpp"

namespace heddle::result {

struct WorkerReport {
  RunResult result;
  std::string divergence;  // not empty: the program did not repeat itself; what differed
  std::string refusal;     // not empty: the program cannot be run under control; why
};

std::string to_json(const WorkerReport& report);
Result<WorkerReport> worker_report_from_json(std::string_view text);

}  // namespace heddle::result
