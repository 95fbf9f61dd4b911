#include "cli/explored_run.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <utility>
#include <vector>

#include "cli/complaint.hpp"
#include "cli/exit_code.hpp"
#include "cli/exploration.hpp"
#include "cli/input_file.hpp"
#include "cli/output_files.hpp"
#include "cli/terminal.hpp"
#include "config/option_table.hpp"
#include "fleet/portfolio.hpp"
#include "fleet/worker_process.hpp"
#include "report/cut_text.hpp"
#include "report/joinable_thread.hpp"
#include "report/summary.hpp"
#include "report/symbolized.hpp"
#include "symbolize/symbolizer.hpp"
#include "trace/trace_file.hpp"

namespace heddle::cli {
namespace {

using config::RunOptions;

// One line for each search that died, with the schedule that it was executing kept in a file.
void tell_lost(const RunOptions& options, const ProgramFile& program,
               const std::vector<fleet::LostMember>& lost, bool is_single) {
  for (const fleet::LostMember& member : lost) {
    const std::string name = is_single ? "the search" : fmt::format("search {}", member.number);
    fmt::print(stderr, "heddle: {} died: {}", name, member.death);
    if (member.trace) {
      const std::string suffix = fmt::format("-search-{}", member.number);
      const std::string path = options.trace.empty() ? default_trace_path(program.path + suffix)
                                                     : options.trace + suffix;
      if (trace::write_trace(*member.trace, path).ok()) {
        fmt::print(stderr, "; the trace of its current execution is in {}", path);
      }
    }
    fmt::print(stderr, "\n");
  }
}

// Writes the trace of the error; its path, or empty when it could not be written.
std::string save_trace(const RunOptions& options, const ProgramFile& program,
                       const trace::Trace& trace) {
  std::string path = options.trace.empty() ? default_trace_path(program.path) : options.trace;
  const Status written = trace::write_trace(trace, path);
  if (written.ok()) return path;
  complain(written.sentence());
  return {};
}

// Writes the trace of the error with this number beside that of the first; its path, or empty when
// it could not be written.
std::string save_further(const RunOptions& options, const std::string& first, std::size_t number,
                         const trace::Trace& trace) {
  if (first.empty()) return {};
  std::string path = numbered_path(first, number);
  Status written = check_outputs({{"--trace", path}}, "", options.force);
  if (written.ok()) written = trace::write_trace(trace, path);
  if (written.ok()) return path;
  complain(written.sentence());
  return {};
}

// Adds a failing execution to the findings and, if they are wanted, to the recordings.
void record_error(const RunOptions& options, const trace::Trace& trace,
                  const report::SymbolizedTrace& symbols, const std::string& path,
                  ExploredRun& run) {
  run.findings.push_back(report::error_finding(trace, symbols));
  run.findings.back().trace = path;
  if (!options.perfetto.empty()) run.recordings.push_back({"", trace, symbols});
}

// Fills in what the traces of further errors tell, and writes these traces beside that of the
// first.
void tell_further(const RunOptions& options, fleet::WorkerOutcome& outcome,
                  symbolize::Symbolizer& symbolizer, ExploredRun& run) {
  std::vector<result::FoundError>& errors = outcome.result.further_errors;
  for (std::size_t i = 0; i < errors.size() && i < outcome.further_traces.size(); ++i) {
    std::optional<trace::Trace>& trace = outcome.further_traces[i];
    if (!trace || !trace->failure) continue;
    const report::SymbolizedTrace symbols = report::symbolize_trace(*trace, symbolizer);
    report::name_joinable_thread(*trace, symbols);
    errors[i] = report::found_error(*trace, symbols);
    errors[i].trace = save_further(options, outcome.result.trace, i + 2, *trace);
    record_error(options, *trace, symbols, errors[i].trace, run);
  }
}

// Adds the errors without a trace, and the warnings.
void add_other_findings(const RunOptions& options, const fleet::WorkerOutcome& outcome,
                        symbolize::Symbolizer& symbolizer, ExploredRun& run) {
  const result::RunResult& result = outcome.result;
  if (result.error && run.findings.empty()) {
    run.findings.push_back(report::error_finding(*result.error));
  } else if (!result.error && !outcome.divergence.empty()) {
    result::FoundError divergence;
    divergence.kind = FailureKind::divergence;
    divergence.message = outcome.divergence;
    run.findings.push_back(report::error_finding(divergence));
  }
  const bool races_fail = options.fail_on == config::FailOn::race;
  for (report::Finding& finding : report::warning_findings(result, races_fail, symbolizer)) {
    run.findings.push_back(std::move(finding));
  }
}

report::TextStyle style_for(const RunOptions& options) {
  const Terminal terminal = terminal_of(STDOUT_FILENO, options.colour);
  report::TextStyle style;
  style.colour = terminal.colour;
  style.width = terminal.width;
  return style;
}

// Converts the findings to source locations and renders them.
ExploredRun described(const RunRequest& request, fleet::WorkerOutcome outcome, Warnings& warnings) {
  ExploredRun run;
  run.style = style_for(request.options);
  result::RunResult& result = outcome.result;
  if (result.search.empty()) {
    result.search = config::to_map(request.options);
    result.seed = request.options.seed;
  }
  symbolize::Symbolizer symbolizer;
  if (outcome.trace) {
    result.trace = save_trace(request.options, request.program, *outcome.trace);
    run.style.trace_file = result.trace;
    const report::SymbolizedTrace symbols = report::symbolize_trace(*outcome.trace, symbolizer);
    report::name_joinable_thread(*outcome.trace, symbols);
    if (outcome.trace->failure) {
      result.error = report::found_error(*outcome.trace, symbols);
      record_error(request.options, *outcome.trace, symbols, result.trace, run);
    }
    run.story = report::render(*outcome.trace, symbols, run.style) + "\n";
    report::TextStyle plain = run.style;
    plain.colour = false;
    run.plain_story = report::render(*outcome.trace, symbols, plain) + "\n";
    tell_further(request.options, outcome, symbolizer, run);
  }
  warnings.tell(result);
  add_other_findings(request.options, outcome, symbolizer, run);
  run.result = std::move(result);
  run.trace = std::move(outcome.trace);
  run.divergence = std::move(outcome.divergence);
  return run;
}

result::TestStatus status_of(const ExploredRun& run) {
  using result::TestStatus;
  if (!run.internal_error.empty()) return TestStatus::internal_error;
  switch (exit_code(run)) {
    case kExitOk:
      if (run.result.verdict == result::RunVerdict::complete) return TestStatus::complete;
      return run.result.cut > 0 ? TestStatus::too_long : TestStatus::unfinished;
    case kExitErrorFound:
      return TestStatus::failed;
    case kExitDivergence:
      return TestStatus::nondeterministic;
    default:
      return run.result.cut > 0 ? TestStatus::too_long : TestStatus::unfinished;
  }
}

std::string reason_of(const ExploredRun& run, result::TestStatus status) {
  using result::TestStatus;
  switch (status) {
    case TestStatus::internal_error:
      return run.internal_error;
    case TestStatus::nondeterministic:
      return run.divergence;
    case TestStatus::unfinished:
      return run.result.reason;
    case TestStatus::too_long: {
      const std::string advice = report::cut_text(run.result);
      return advice.empty() ? "raise --max-steps" : advice;
    }
    default:
      return "";
  }
}

}  // namespace

Result<ExploredRun> run_exploration(const RunRequest& request, Warnings& warnings,
                                    const InterruptGuard& interrupt) {
  // A race that is suppressed must not end the search.
  RunOptions options = request.search;
  RateLog rates;
  const auto search = [&] {
    rates = {};
    return explore(options, request.program, request.arguments, interrupt, request.title, &rates,
                   request.campaign, request.ranks);
  };
  Result<fleet::PortfolioOutcome> found =
      request.found != nullptr ? fleet::PortfolioOutcome{*request.found, {}} : search();
  while (found.ok() && warnings.ignore_suppressed(found->outcome.result, options)) {
    found = search();
  }
  if (!found.ok()) return found.error();
  if (found->is_elsewhere) {
    ExploredRun elsewhere;
    elsewhere.is_elsewhere = true;
    return elsewhere;
  }
  tell_lost(request.options, request.program, found->lost, found->outcome.result.members.empty());
  fleet::WorkerOutcome& outcome = found->outcome;
  if (!outcome.internal_error.empty()) {
    ExploredRun failed;
    failed.internal_error = std::move(outcome.internal_error);
    return failed;
  }
  if (const std::optional<config::Shard>& shard = request.options.shard) {
    // A process that died has not filled it in.
    if (!outcome.result.shard)
      outcome.result.shard = {shard->number, shard->count, false, "", 0, ""};
    outcome.result.shard->seed = request.options.seed;
    outcome.result.shard->version = HEDDLE_VERSION;
  }
  outcome.result.coverage.program = {request.program.path, request.arguments,
                                     content_hash(request.program.path)};
  // The report names places in the source; the campaign keeps the traces as they are.
  const fleet::WorkerOutcome kept = request.campaign != nullptr ? outcome : fleet::WorkerOutcome{};
  ExploredRun run = described(request, std::move(outcome), warnings);
  if (request.campaign != nullptr) {
    if (const Status ended = request.campaign->end(run.result, kept); !ended.ok()) {
      complain(ended.sentence());
    }
  }
  run.rates = rates.samples();
  return run;
}

int exit_code(const ExploredRun& run) {
  if (!run.internal_error.empty()) return kExitInternalError;
  return run.divergence.empty() ? result::exit_code(run.result) : kExitDivergence;
}

std::string page_of(const ExploredRun& run) {
  symbolize::Symbolizer symbolizer;
  report::SymbolizedTrace symbols;
  report::PageContents contents;
  contents.run = &run.result;
  contents.rates = run.rates;
  if (run.trace) {
    symbols = report::symbolize_trace(*run.trace, symbolizer);
    contents.trace = &*run.trace;
    contents.symbols = &symbols;
    contents.trace_file = run.result.trace;
  }
  return report::page_html(contents);
}

result::TestResult test_result(const ExploredRun& run) {
  result::TestResult test;
  test.status = status_of(run);
  test.reason = reason_of(run, test.status);
  test.run = run.result;
  report::TextStyle plain = run.style;
  plain.colour = false;
  if (run.internal_error.empty())
    test.report = run.plain_story + report::summary(run.result, plain);
  return test;
}

}  // namespace heddle::cli
