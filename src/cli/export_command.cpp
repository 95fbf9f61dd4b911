// heddle export: writes a regression test from the schedule of an error.
#include <fmt/core.h>

#include <optional>
#include <utility>
#include <vector>

#include "cli/command.hpp"
#include "cli/complaint.hpp"
#include "cli/exit_code.hpp"
#include "cli/followed_schedule.hpp"
#include "cli/output_files.hpp"
#include "cli/program_file.hpp"
#include "cli/test_source.hpp"
#include "report/anchors.hpp"
#include "report/symbolized.hpp"
#include "symbolize/symbolizer.hpp"
#include "trace/trace_file.hpp"

namespace heddle::cli {
namespace {

constexpr std::string_view kExportUsage =
    "heddle export TRACE --test [gtest|catch2|plain] [-o FILE]";

std::string export_command_help() {
  return "Writes a regression test from the schedule of an error.  The schedule names its steps "
         "by\n"
         "function, operation and object, so it survives edits of the program.\n\n"
         "  --test FORM      write a test for GoogleTest (gtest, the default), Catch2 (catch2), "
         "or\n"
         "                   as a program of its own (plain)\n"
         "  --schedule       write only the schedule, for `heddle replay`\n"
         "  -o FILE          write to FILE (default: standard output)\n"
         "  --program PATH   use this program instead of the recorded path\n"
         "  --force          overwrite a file that Heddle did not write\n\n"
         "The command follows the new schedule once and writes nothing unless it leads to the\n"
         "error of the trace.\n";
}

struct ExportRequest {
  std::string trace;
  std::string output;   // empty: standard output
  std::string program;  // empty: the recorded one
  std::optional<TestForm> form = std::nullopt;
  bool schedule = false;
  bool force = false;
  bool help = false;
};

Result<ExportRequest> read_export_request(const Arguments& arguments) {
  ExportRequest request;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& word = arguments[i];
    const auto value = [&]() { return i + 1 < arguments.size() ? arguments[++i] : std::string(); };
    if (word == "--help" || word == "-h") {
      request.help = true;
      return request;
    }
    if (word == "--test" || word.starts_with("--test=")) {
      request.form = TestForm::google;
      if (word != "--test") {
        request.form = test_form(std::string_view(word).substr(7));
        if (!request.form) return Error{"--test accepts gtest, catch2 and plain."};
      } else if (i + 1 < arguments.size() && test_form(arguments[i + 1])) {
        request.form = test_form(arguments[++i]);
      }
    } else if (word == "--schedule") {
      request.schedule = true;
    } else if (word == "--force") {
      request.force = true;
    } else if (word == "-o") {
      request.output = value();
      if (request.output.empty()) return Error{"-o needs a file: -o regression_test.cpp."};
    } else if (word == "--program") {
      request.program = value();
      if (request.program.empty()) return Error{"--program needs the path of a program."};
    } else if (word.starts_with('-')) {
      return Error{fmt::format("Unknown option {}; `heddle help export` lists the options.", word)};
    } else if (!request.trace.empty()) {
      return Error{fmt::format("Name one trace: {}.", kExportUsage)};
    } else {
      request.trace = word;
    }
  }
  if (request.trace.empty()) return Error{fmt::format("Name the trace: {}.", kExportUsage)};
  if (request.schedule == request.form.has_value()) {
    return Error{"Choose one thing to write: --test for a test, or --schedule for the schedule."};
  }
  return request;
}

Status check_exportable(const trace::Trace& trace, const std::string& file) {
  if (!trace.failure) {
    return Error{fmt::format("'{}' has no error; export the trace of an error.", file)};
  }
  if (trace::is_of_model(trace)) {
    return Error{
        fmt::format("'{}' is of a model, which has no threads to schedule; check the "
                    "model itself in a test.",
                    file)};
  }
  const FailureKind kind = trace.failure->kind;
  if (kind == FailureKind::livelock || kind == FailureKind::divergence ||
      trace.failure->is_partial) {
    return Error{
        fmt::format("A {}{} cannot become a test: its execution has no end; explore the program in "
                    "a test instead.",
                    trace.failure->is_partial ? "partial " : "", key(kind))};
  }
  return Done{};
}

// Follows schedules of one error.
class Trials {
 public:
  Trials(const ProgramFile& program, config::RunOptions options, FailureKind kind)
      : program_(program), options_(std::move(options)), kind_(kind) {}

  bool leads_to_error(const report::AnchoredSchedule& schedule) {
    const Result<FollowedSchedule> followed = follow_schedule(schedule, program_, options_);
    last_ = followed.ok() ? followed->sentence : followed.sentence();
    return followed.ok() && followed->error && followed->error->kind == kind_;
  }

  // Leaves out the orders and choices that the error does not need: each one is a reason why the
  // schedule may not fit the next version of the program.
  report::AnchoredSchedule simplified(report::AnchoredSchedule schedule) {
    std::size_t left = kMostTrials;
    drop_from(schedule.orders, schedule, left);
    drop_from(schedule.choices, schedule, left);
    return schedule;
  }

  const std::string& last_sentence() const { return last_; }

 private:
  static constexpr std::size_t kMostTrials = 100;  // each takes some executions

  template <typename Item>
  void drop_from(std::vector<Item>& items, const report::AnchoredSchedule& whole,
                 std::size_t& left) {
    for (std::size_t i = 0; i < items.size() && left > 0; --left) {
      const Item dropped = items[i];
      items.erase(items.begin() + static_cast<std::ptrdiff_t>(i));
      if (leads_to_error(whole)) continue;
      items.insert(items.begin() + static_cast<std::ptrdiff_t>(i), dropped);
      ++i;
    }
  }

  const ProgramFile& program_;
  config::RunOptions options_;
  FailureKind kind_;
  std::string last_;
};

// Returns a schedule that leads to the error of the trace, with as few orders as possible.
Result<report::AnchoredSchedule> checked_schedule(const ExportRequest& request,
                                                  const trace::Trace& trace,
                                                  const ProgramFile& program) {
  symbolize::Symbolizer symbolizer;
  const report::SymbolizedTrace symbols = report::symbolize_trace(trace, symbolizer);
  report::AnchoredSchedule schedule = report::anchored(trace, symbols, /*whole=*/false);
  schedule.program = program.path;
  const Result<config::RunOptions> options = options_to_follow(schedule, request.trace);
  if (!options.ok()) return options.error();
  Trials trials(program, *options, trace.failure->kind);
  if (trace.failure->orders.suffice && trials.leads_to_error(schedule)) return schedule;
  schedule.orders = report::anchored(trace, symbols, /*whole=*/true).orders;
  if (trials.leads_to_error(schedule)) return trials.simplified(schedule);
  return Error{fmt::format(
      "The schedule of '{}' cannot be named by functions, operations and objects{}; keep the trace "
      "and use `heddle replay`.",
      request.trace, trials.last_sentence().empty() ? "" : ": " + trials.last_sentence())};
}

Result<ProgramFile> exported_program(const ExportRequest& request, const trace::Trace& trace) {
  Result<ProgramFile> program =
      find_program(request.program.empty() ? trace.header.program : request.program);
  if (program.ok() && program->build_id != trace.header.build_id) {
    return Error{fmt::format(
        "'{}' was recorded from another build of '{}'; record a new trace with `heddle run`.",
        request.trace, program->path)};
  }
  return program;
}

int export_command(const Arguments& arguments) {
  const Result<ExportRequest> request = read_export_request(arguments);
  if (!request.ok()) return complain(request.sentence());
  if (request->help) {
    fmt::print("{}", help_page(kExportCommand));
    return kExitOk;
  }
  const Result<trace::Trace> trace = trace::read_trace(request->trace);
  if (!trace.ok()) return complain(trace.sentence());
  const Status exportable = check_exportable(*trace, request->trace);
  if (!exportable.ok()) return complain(exportable.sentence());
  const Result<ProgramFile> program = exported_program(*request, *trace);
  if (!program.ok()) return complain(program.sentence());
  if (!request->output.empty()) {
    const Status output =
        check_outputs_beside({{"-o", request->output}}, request->trace, "trace", request->force);
    if (!output.ok()) return complain(output.sentence());
  }
  const Result<report::AnchoredSchedule> schedule = checked_schedule(*request, *trace, *program);
  if (!schedule.ok()) return complain(schedule.sentence());
  const std::string text =
      request->form ? test_source(*schedule, *request->form) : report::to_text(*schedule);
  if (request->output.empty()) {
    fmt::print("{}", text);
    return kExitOk;
  }
  const Status written = write_file(request->output, text);
  if (!written.ok()) return complain(written.sentence());
  fmt::print(stderr, "heddle: the {} is in {}\n", request->form ? "test" : "schedule",
             request->output);
  return kExitOk;
}

}  // namespace

const Command kExportCommand{
    "export",       kExportUsage, "write a regression test from an error", export_command_help,
    export_command, true};

}  // namespace heddle::cli
