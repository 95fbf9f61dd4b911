#include "cli/regressions.hpp"

#include <fmt/core.h>

#include <cstdio>
#include <string>
#include <utility>

#include "cli/complaint.hpp"
#include "report/explanation.hpp"
#include "trace/trace_file.hpp"

namespace heddle::cli {
namespace {

std::string outcome_text(const fleet::WorkerOutcome& outcome) {
  if (!outcome.internal_error.empty()) return "its schedule could not be executed";
  if (!outcome.divergence.empty()) return "its schedule no longer applies to the program";
  if (!outcome.result.error) return "it does not occur under its schedule any more";
  return "the program still fails under its schedule";
}

bool still_fails(const fleet::WorkerOutcome& outcome) {
  return outcome.result.error && outcome.divergence.empty() && outcome.internal_error.empty();
}

// Returns the trace without places in the code, which lie elsewhere in another build: its
// operations are compared.
trace::Trace without_places(trace::Trace recorded) {
  for (trace::Step& step : recorded.steps) step.stack.clear();
  return recorded;
}

}  // namespace

Result<std::optional<fleet::WorkerOutcome>> try_regressions(const std::vector<trace::Trace>& traces,
                                                            const ProgramFile& program,
                                                            const Arguments& arguments,
                                                            const InterruptGuard& interrupt) {
  std::optional<fleet::WorkerOutcome> first;
  for (std::size_t i = 0; i < traces.size() && !interrupt.interrupted(); ++i) {
    const trace::Trace& recorded = traces[i];
    if (!recorded.failure) continue;
    fleet::WorkerCommand command;
    command.argv.push_back(program.path);
    command.argv.insert(command.argv.end(), arguments.begin(), arguments.end());
    command.options = recorded.header.options;  // its scheduling points are among them
    command.replay = trace::to_text(without_places(recorded));
    Result<fleet::WorkerOutcome> outcome = fleet::run_worker(
        command, [&](const fleet::Progress&) { return !interrupt.interrupted(); });
    if (!outcome.ok()) return outcome.error();
    fmt::print(stderr, "heddle: error {} of the last build ({}): {}\n", i + 1,
               on_one_line(report::failure_line(recorded.failure->kind, recorded.failure->message)),
               outcome_text(*outcome));
    if (!first && still_fails(*outcome)) first = std::move(*outcome);
  }
  return first;
}

}  // namespace heddle::cli
