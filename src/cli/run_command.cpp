// heddle run: explores a program and reports the result.
#include <fmt/core.h>

#include <unistd.h>
#include <optional>

#include <utility>
#include <vector>

#include "cli/command.hpp"
#include "cli/complaint.hpp"
#include "cli/exit_code.hpp"
#include "cli/exploration.hpp"
#include "cli/guide_file.hpp"
#include "cli/input_file.hpp"
#include "cli/option_parser.hpp"
#include "cli/output_files.hpp"
#include "cli/program_file.hpp"
#include "cli/terminal.hpp"
#include "cli/warnings.hpp"
#include "config/option_table.hpp"
#include "fleet/portfolio.hpp"
#include "fleet/worker_process.hpp"
#include "report/joinable_thread.hpp"
#include "report/summary.hpp"
#include "report/symbolized.hpp"
#include "report/text_report.hpp"
#include "result/certificate.hpp"
#include "result/run_result.hpp"
#include "symbolize/symbolizer.hpp"
#include "trace/trace_file.hpp"

namespace heddle::cli {
namespace {

using config::RunOptions;

std::string run_command_help() {
  return "Explores the thread schedules of PROG (built with `heddle c++`).  Arguments after PROG\n"
         "are passed to PROG.  HEDDLE_OPTIONS=name=value:name=value sets the same options.\n"
         "If PROG declares a model with heddle/model.hpp, its states are explored instead.\n\n" +
         options_help() +
         "\n"
         "Exit codes: 0 no error, and the stated coverage was reached; 1 an error was found; 2\n"
         "the command line or an input file is invalid; 3 no error, but the budget ended first;\n"
         "4 uncontrolled nondeterminism; 70 internal error of Heddle.\n";
}

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

// Fills in what the traces of further errors tell, and writes these traces beside that of the
// first.
void tell_further(const RunOptions& options, fleet::WorkerOutcome& outcome,
                  symbolize::Symbolizer& symbolizer) {
  std::vector<result::FoundError>& errors = outcome.result.further_errors;
  for (std::size_t i = 0; i < errors.size() && i < outcome.further_traces.size(); ++i) {
    std::optional<trace::Trace>& trace = outcome.further_traces[i];
    if (!trace || !trace->failure) continue;
    const report::SymbolizedTrace symbols = report::symbolize_trace(*trace, symbolizer);
    report::name_joinable_thread(*trace, symbols);
    errors[i] = report::found_error(*trace, symbols);
    if (outcome.result.trace.empty()) continue;
    const std::string path = numbered_path(outcome.result.trace, i + 2);
    Status written = check_outputs({{"--trace", path}}, "", options.force);
    if (written.ok()) written = trace::write_trace(*trace, path);
    if (written.ok()) {
      errors[i].trace = path;
    } else {
      complain(written.sentence());
    }
  }
}

// Writes the visited set of a complete search.
Status save_certificate(const RunOptions& options, result::RunResult& result) {
  if (options.certificate.empty()) return Done{};
  if (result.verdict != result::RunVerdict::complete) {
    fmt::print(stderr, "heddle: no certificate was written: the search is not complete\n");
    return Done{};
  }
  const Status written = write_file(options.certificate, result::certificate_file(result.visited));
  if (!written.ok()) return written;
  result.coverage.certificate = {options.certificate, result::count_visited(result.visited),
                                 result::hash_text(result.visited)};
  return Done{};
}

report::TextStyle style_for(const RunOptions& options) {
  const Terminal terminal = terminal_of(STDOUT_FILENO, options.colour);
  report::TextStyle style;
  style.colour = terminal.colour;
  style.width = terminal.width;
  return style;
}

int tell(const RunOptions& options, const ProgramFile& program, fleet::WorkerOutcome outcome,
         Warnings& warnings) {
  result::RunResult& result = outcome.result;
  report::TextStyle style = style_for(options);
  if (result.search.empty()) {
    result.search = config::to_map(options);
    result.seed = options.seed;
  }
  std::string story;
  if (outcome.trace) {
    result.trace = save_trace(options, program, *outcome.trace);
    style.trace_file = result.trace;
    symbolize::Symbolizer symbolizer;
    const report::SymbolizedTrace symbols = report::symbolize_trace(*outcome.trace, symbolizer);
    report::name_joinable_thread(*outcome.trace, symbols);
    if (outcome.trace->failure) result.error = report::found_error(*outcome.trace, symbols);
    story = report::render(*outcome.trace, symbols, style) + "\n";
    tell_further(options, outcome, symbolizer);
  }
  warnings.tell(result);
  // A finding takes precedence over a file that cannot be written.
  Status written = save_certificate(options, result);
  if (!options.json.empty() && written.ok())
    written = write_file(options.json, result::to_json(result));
  fmt::print("{}{}", story, report::summary(result, style));
  if (!outcome.divergence.empty()) fmt::print(stderr, "heddle: {}\n", outcome.divergence);
  const int code = outcome.divergence.empty() ? result::exit_code(result) : kExitDivergence;
  if (written.ok()) return code;
  const int usage = complain(written.sentence());
  return code == kExitErrorFound || code == kExitDivergence ? code : usage;
}

int run_command(const Arguments& arguments) {
  const Result<RunOptions> base = options_from_environment();
  if (!base.ok()) return complain(base.sentence());
  const Result<ParsedOptions> parsed = parse_run_options(arguments, *base);
  if (!parsed.ok()) return complain(parsed.sentence());
  if (parsed->help) {
    fmt::print("{}", help_page(kRunCommand));
    return kExitOk;
  }
  if (parsed->rest.empty()) {
    return complain("Name the program to explore: heddle run [OPTIONS] [--] PROG ARGS.");
  }
  const Result<ProgramFile> program = find_program(parsed->rest.front());
  if (!program.ok()) return complain(program.sentence());
  const Status outputs = check_outputs({{"--json", parsed->options.json},
                                        {"--trace", parsed->options.trace},
                                        {"--certificate", parsed->options.certificate}},
                                       program->path, parsed->options.force);
  if (!outputs.ok()) return complain(outputs.sentence());
  Warnings warnings;
  const Status read = warnings.read(parsed->options.suppressions);
  if (!read.ok()) return complain(read.sentence());
  // A race that is suppressed must not end the search.
  RunOptions options = parsed->options;
  GuideFile guide;
  const Status guided = guide.make(program->path, options);
  if (!guided.ok()) return complain(guided.sentence());
  const Arguments arguments_of_program(parsed->rest.begin() + 1, parsed->rest.end());
  Result<fleet::PortfolioOutcome> found = explore(options, *program, arguments_of_program);
  while (found.ok() && warnings.ignore_suppressed(found->outcome.result, options)) {
    found = explore(options, *program, arguments_of_program);
  }
  if (!found.ok()) return complain(found.sentence());
  tell_lost(parsed->options, *program, found->lost, found->outcome.result.members.empty());
  fleet::WorkerOutcome& outcome = found->outcome;
  if (!outcome.internal_error.empty()) {
    fmt::print(stderr, "heddle: internal error: {}\n", outcome.internal_error);
    return kExitInternalError;
  }
  outcome.result.coverage.program = {program->path, arguments_of_program,
                                     content_hash(program->path)};
  return tell(parsed->options, *program, std::move(outcome), warnings);
}

}  // namespace

const Command kRunCommand{"run", "heddle run [OPTIONS] [--] PROG ARGS",
                          "explore the thread schedules of PROG", run_command_help, run_command};

}  // namespace heddle::cli
