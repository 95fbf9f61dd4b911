// Tries the errors that an earlier build of a program had, before a search begins anew.
#pragma once

#include <optional>
#include <vector>

#include "cli/command.hpp"
#include "cli/interrupt.hpp"
#include "cli/program_file.hpp"
#include "core/result.hpp"
#include "fleet/worker_process.hpp"
#include "trace/trace.hpp"

namespace heddle::cli {

// Executes the schedule of each trace in the program and prints a line about each on stderr.
// Returns the first execution that fails; nothing if none does.
Result<std::optional<fleet::WorkerOutcome>> try_regressions(const std::vector<trace::Trace>& traces,
                                                            const ProgramFile& program,
                                                            const Arguments& arguments,
                                                            const InterruptGuard& interrupt);

}  // namespace heddle::cli
