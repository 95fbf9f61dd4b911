// The words of the source for what heddle::explore found: the heddle command finds them, which
// knows source lines.
#pragma once

#include <optional>
#include <string>

#include "result/worker_report.hpp"

namespace heddle::worker {

struct Told {
  std::string text;  // for a person
  std::string json;  // what `heddle run --json` writes
};

// Nothing when there is no command beside the library.
std::optional<Told> told_by_command(const fleet::WorkerReport& report);

}  // namespace heddle::worker
