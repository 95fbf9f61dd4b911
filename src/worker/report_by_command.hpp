// The report of heddle::explore, written by the heddle command, which reads debug information.
#pragma once

#include <optional>
#include <string>

#include "result/worker_report.hpp"

namespace heddle::worker {

struct CommandReport {
  std::string text;
  std::string json;  // as `heddle run --json`
};

// None if the command is not beside the library.
std::optional<CommandReport> report_by_command(const result::WorkerReport& report);

}  // namespace heddle::worker
