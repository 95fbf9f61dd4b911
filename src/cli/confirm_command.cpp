// heddle confirm: turns the warnings of other tools into errors with a trace, or refutes them.
#include <fmt/core.h>

#include <chrono>
#include <filesystem>
#include <map>
#include <utility>

#include "cli/command.hpp"
#include "cli/complaint.hpp"
#include "cli/confirm_report.hpp"
#include "cli/confirm_search.hpp"
#include "cli/exit_code.hpp"
#include "cli/input_file.hpp"
#include "cli/option_parser.hpp"
#include "cli/output_files.hpp"
#include "cli/program_file.hpp"
#include "guidance/reports/report_reader.hpp"
#include "trace/trace_file.hpp"

namespace heddle::cli {
namespace {

using guidance::Warning;

constexpr std::string_view kConfirmUsage = "heddle confirm [OPTIONS] PROG REPORT [[--] ARGS]";
constexpr std::chrono::seconds kBudget{10};
constexpr std::size_t kLargestReport = std::size_t{256} << 20U;

std::string confirm_command_help() {
  return "Searches PROG (built with `heddle c++`) for the error that each warning in REPORT\n"
         "predicts.  REPORT is a log of ThreadSanitizer, Helgrind or DRD (text or XML), Clang\n"
         "thread-safety warnings, SARIF, or the JSON of `heddle run`.  It may come from another\n"
         "build of the same sources: files and lines are looked up in PROG.\n\n"
         "Each warning is\n"
         "  confirmed      its error was found; `heddle replay` runs the trace\n"
         "  refuted        all schedules within the named limits were covered, and none has the "
         "error\n"
         "  not confirmed  the budget ended first, or PROG has no code at the place\n\n"
         "  --time T       search this long for each warning (default 10s)\n"
         "  --trace FILE   write the traces to FILE, FILE-2 and so on, by number of the warning\n"
         "  --json FILE    write the answers to this file as JSON\n\n"
         "Also accepts --heuristic, --backtrack-states, --early-timeouts, --spurious,\n"
         "--trust-uninstrumented, --no-snapshots, --no-simplify, --simplify-time, --jobs,\n"
         "--seed, --max-executions, --max-states, --max-memory, --max-steps, --max-step-time,\n"
         "--show-output, --force, --quiet, --colour and --launcher of `heddle run`.\n\n"
         "Exit codes: 0 all warnings were refuted; 1 one was confirmed; 2 the command line or an\n"
         "input file is invalid; 3 none was confirmed, and not all were refuted; 4 uncontrolled\n"
         "nondeterminism; 70 internal error of Heddle.\n";
}

Result<std::vector<Warning>> read_warnings(const std::string& path) {
  const Result<std::string> text = read_input(path, "report", kLargestReport);
  if (!text.ok()) return text.error();
  Result<std::vector<Warning>> warnings = guidance::read_report(*text);
  if (!warnings.ok()) return Error{fmt::format("'{}': {}.", path, warnings.sentence())};
  return warnings;
}

// Refuses to overwrite the report, even with --force.
Status check_report_is_kept(const config::RunOptions& options, const std::string& report) {
  for (const auto& [option, path] :
       {std::pair("--json", &options.json), std::pair("--trace", &options.trace)}) {
    std::error_code error;
    if (path->empty() || !std::filesystem::is_regular_file(*path, error)) continue;
    if (!std::filesystem::equivalent(*path, report, error)) continue;
    return Error{
        fmt::format("{} would overwrite the report '{}'; name another file.", option, report)};
  }
  return Done{};
}

// Writes the traces of one warning beside each other.
class TraceFiles {
 public:
  explicit TraceFiles(const ConfirmJob& job) : job_(job) {}

  void write(std::size_t number, Confirmation& one) {
    if (one.error) write(path_of(number, ""), *one.error, one.trace);
    for (std::size_t i = 0; i < one.other_errors.size(); ++i) {
      write_other(number, one.other_errors[i], one.other_traces[i]);
    }
  }

 private:
  std::string path_of(std::size_t number, const std::string& suffix) const {
    const std::string& trace = job_.options.trace;
    if (trace.empty()) {
      return default_trace_path(fmt::format("{}-warning-{}{}", job_.program.path, number, suffix));
    }
    const std::string numbered = number == 1 ? trace : numbered_path(trace, number);
    const std::filesystem::path path(numbered);
    return std::filesystem::path(path)
        .replace_filename(path.stem().string() + suffix + path.extension().string())
        .string();
  }

  // An error that several searches find needs one file.
  void write_other(std::size_t number, result::FoundError& error,
                   std::optional<trace::Trace>& trace) {
    const std::string key = error.message + '\n' + error.location;
    const auto known = others_.find(key);
    if (known != others_.end()) {
      error.trace = known->second;
      return;
    }
    write(path_of(number, fmt::format("-other-{}", others_.size() + 1)), error, trace);
    others_[key] = error.trace;
  }

  // Writes the trace, names its file in the error, and frees it.
  void write(const std::string& path, result::FoundError& error,
             std::optional<trace::Trace>& trace) const {
    if (!trace) return;
    Status written = check_outputs({{"--trace", path}}, job_.program.path, job_.options.force);
    if (written.ok()) written = trace::write_trace(*trace, path);
    if (written.ok()) {
      error.trace = path;
    } else {
      complain(written.sentence());
    }
    trace.reset();
  }

  const ConfirmJob& job_;
  std::map<std::string, std::string> others_;
};

int answer(const ConfirmJob& job, std::vector<Warning> warnings) {
  std::vector<Confirmation> answers;
  TraceFiles traces(job);
  const Status done = confirm(job, std::move(warnings), [&](std::size_t number, Confirmation one) {
    traces.write(number, one);
    fmt::print("{}", answer_text(number, one));
    std::fflush(stdout);
    answers.push_back(std::move(one));
  });
  if (!done.ok()) return complain(done.sentence());
  fmt::print("{}{}", answers.empty() ? "" : "\n", summary_text(answers));
  const int code = exit_code(answers);
  if (job.options.json.empty()) return code;
  const Status written = write_file(job.options.json, to_json(job.program.path, answers));
  if (written.ok()) return code;
  const int usage = complain(written.sentence());
  return code == kExitOk || code == kExitIncomplete ? usage : code;
}

int confirm_command(const Arguments& arguments) {
  Result<config::RunOptions> base = options_from_environment();
  if (!base.ok()) return complain(base.sentence());
  if (base->time == config::RunOptions().time) base->time = kBudget;
  Result<ParsedOptions> parsed =
      parse_run_options(arguments, *base, "confirm", Combination::unchecked);
  if (!parsed.ok()) return complain(parsed.sentence());
  if (parsed->help) {
    fmt::print("{}", help_page(kConfirmCommand));
    return kExitOk;
  }
  if (const Status status = check_confirm_options(parsed->options); !status.ok()) {
    return complain(status.sentence());
  }
  Arguments& rest = parsed->rest;
  if (rest.size() < 2)
    return complain(fmt::format("Name a program and a report: {}.", kConfirmUsage));
  const Result<ProgramFile> program = find_program(rest[0]);
  if (!program.ok()) return complain(program.sentence());
  Result<std::vector<Warning>> warnings = read_warnings(rest[1]);
  if (!warnings.ok()) return complain(warnings.sentence());
  const Status outputs =
      check_outputs({{"--json", parsed->options.json}, {"--trace", parsed->options.trace}},
                    program->path, parsed->options.force);
  if (!outputs.ok()) return complain(outputs.sentence());
  const Status kept = check_report_is_kept(parsed->options, rest[1]);
  if (!kept.ok()) return complain(kept.sentence());
  rest.erase(rest.begin(), rest.begin() + 2);
  if (!rest.empty() && rest.front() == "--") rest.erase(rest.begin());
  return answer({*program, rest, parsed->options}, std::move(*warnings));
}

}  // namespace

const Command kConfirmCommand{"confirm",
                              kConfirmUsage,
                              "confirm or refute the warnings of other tools",
                              confirm_command_help,
                              confirm_command,
                              true};

}  // namespace heddle::cli
