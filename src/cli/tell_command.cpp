// heddle tell: reports the result of heddle::explore with source locations.  The exploring library
// has no symbolizer, so it calls this command.  It has no other caller and is not listed.
#include <fmt/core.h>

#include <fstream>
#include <iterator>

#include "cli/command.hpp"
#include "cli/complaint.hpp"
#include "cli/exit_code.hpp"
#include "cli/output_files.hpp"
#include "cli/warnings.hpp"
#include "report/joinable_thread.hpp"
#include "report/summary.hpp"
#include "report/symbolized.hpp"
#include "report/text_report.hpp"
#include "result/worker_report.hpp"
#include "trace/trace_file.hpp"

namespace heddle::cli {
namespace {

std::string tell_command_help() {
  return "Reports the result of heddle::explore: adds source locations to REPORT, writes it to\n"
         "JSON and prints it.  Called by heddle::explore.\n";
}

// Returns the report of the recorded execution; without one, its coverage or the reason why it is
// not complete.
std::string story_of(result::RunResult& result, symbolize::Symbolizer& symbolizer) {
  if (!result.reason.empty()) return "not complete: " + result.reason + "\n";
  if (result.trace.empty()) return result::coverage_text(result.coverage) + "\n";
  const Result<trace::Trace> trace = trace::read_partial_trace(result.trace);
  if (!trace) return result::coverage_text(result.coverage) + "\n";
  const report::SymbolizedTrace symbols = report::symbolize_trace(*trace, symbolizer);
  trace::Trace named = *trace;
  report::name_joinable_thread(named, symbols);
  if (named.failure) result.error = report::found_error(named, symbols);
  report::TextStyle style;
  style.trace_file = result.trace;
  return report::render(named, symbols, style);
}

int tell_command(const Arguments& arguments) {
  if (arguments.size() != 2) return complain("`heddle tell` is internal to heddle::explore.");
  std::ifstream file(arguments[0]);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  Result<result::WorkerReport> report = result::worker_report_from_json(text);
  if (!report) return complain(report.sentence());
  symbolize::Symbolizer symbolizer;
  const std::string story = story_of(report->result, symbolizer);
  Warnings warnings;
  warnings.tell(report->result);
  const Status written = write_file(arguments[1], result::to_json(report->result));
  if (!written.ok()) return complain(written.sentence());
  fmt::print("{}{}", story, report::warnings_text(report->result));
  return kExitOk;
}

}  // namespace

const Command kTellCommand{"tell", "heddle tell REPORT JSON",
                           "report the result of heddle::explore", tell_command_help, tell_command};

}  // namespace heddle::cli
