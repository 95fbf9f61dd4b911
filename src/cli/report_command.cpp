// heddle report: writes a trace as an HTML page.
#include <fmt/core.h>

#include "cli/command.hpp"
#include "cli/complaint.hpp"
#include "cli/exit_code.hpp"
#include "cli/output_files.hpp"
#include "report/joinable_thread.hpp"
#include "report/page/page.hpp"
#include "report/symbolized.hpp"
#include "symbolize/symbolizer.hpp"
#include "trace/trace_file.hpp"

namespace heddle::cli {
namespace {

constexpr std::string_view kUsage = "heddle report TRACE [-o FILE] [--force]";

std::string report_command_help() {
  return "Writes the recorded execution as one HTML file, which needs no network and opens in any\n"
         "browser: the steps of all threads, the source, values, locks and the order of steps.\n\n"
         "  -o FILE   write the page to FILE (default report.html)\n"
         "  --force   overwrite a file that Heddle did not write\n\n"
         "`heddle run --html FILE` writes such a page about a whole run.\n";
}

struct PageRequest {
  std::string trace;
  std::string page = "report.html";
  bool force = false;
};

int write_page(const PageRequest& request) {
  Result<trace::Trace> trace = trace::read_partial_trace(request.trace);
  if (!trace.ok()) return complain(trace.sentence());
  const Status output =
      check_outputs_beside({{"-o", request.page}}, request.trace, "trace", request.force);
  if (!output.ok()) return complain(output.sentence());
  symbolize::Symbolizer symbolizer;
  const report::SymbolizedTrace symbols = report::symbolize_trace(*trace, symbolizer);
  report::name_joinable_thread(*trace, symbols);
  report::PageContents contents;
  contents.trace = &*trace;
  contents.symbols = &symbols;
  contents.trace_file = request.trace;
  const Status written = write_file(request.page, report::page_html(contents));
  if (!written.ok()) return complain(written.sentence());
  fmt::print(stderr, "heddle: the report is in {}\n", request.page);
  return kExitOk;
}

int report_command(const Arguments& arguments) {
  PageRequest request;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& argument = arguments[i];
    if (argument == "--help" || argument == "-h") {
      fmt::print("{}", help_page(kReportCommand));
      return kExitOk;
    }
    if (argument == "--force") {
      request.force = true;
    } else if (argument == "-o") {
      if (i + 1 == arguments.size() || arguments[i + 1].empty()) {
        return complain("-o needs a file: heddle report TRACE -o report.html.");
      }
      request.page = arguments[++i];
    } else if (argument.starts_with('-')) {
      return complain(
          fmt::format("Unknown option {}; `heddle report` accepts -o FILE and --force.", argument));
    } else if (!request.trace.empty()) {
      return complain(fmt::format("Name one trace: {}.", kUsage));
    } else {
      request.trace = argument;
    }
  }
  if (request.trace.empty()) return complain(fmt::format("Name the trace: {}.", kUsage));
  return write_page(request);
}

}  // namespace

const Command kReportCommand{"report", "heddle report TRACE [-o FILE] [--force]",
                             "write a trace as an HTML page", report_command_help, report_command};

}  // namespace heddle::cli
