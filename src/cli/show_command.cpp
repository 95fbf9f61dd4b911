// heddle show: prints a trace for a person.
#include <fmt/core.h>
#include <unistd.h>

#include "cli/command.hpp"
#include "cli/complaint.hpp"
#include "cli/exit_code.hpp"
#include "cli/terminal.hpp"
#include "cli/trace_json.hpp"
#include "report/joinable_thread.hpp"
#include "report/symbolized.hpp"
#include "report/text_report.hpp"
#include "symbolize/symbolizer.hpp"
#include "trace/trace_file.hpp"

namespace heddle::cli {
namespace {

std::string show_command_help() {
  return "Prints the recorded execution: the error, the steps of each thread in order, and their\n"
         "source locations.\n\n"
         "  --show-internals    print the steps inside calls of the standard library\n"
         "  --full              print every step, without folding calls or loops\n"
         "  --json              print one JSON object with source locations\n\n"
         "An incomplete trace of a program that crashed is printed as far as it was written.\n";
}

struct ShowRequest {
  std::string path;
  bool internals = false;
  bool full = false;
  bool json = false;
};

int show(const ShowRequest& request) {
  const std::string& path = request.path;
  Result<trace::Trace> trace = trace::read_partial_trace(path);
  if (!trace.ok()) return complain(trace.sentence());
  symbolize::Symbolizer symbolizer;
  const report::SymbolizedTrace symbols = report::symbolize_trace(*trace, symbolizer);
  report::name_joinable_thread(*trace, symbols);
  if (request.json) {
    fmt::print("{}", trace_json(*trace, symbols));
    return kExitOk;
  }
  const Terminal terminal = terminal_of(STDOUT_FILENO, config::Colour::auto_);
  report::TextStyle style;
  style.colour = terminal.colour;
  style.width = terminal.width;
  style.full = request.full;
  style.internals = request.internals;
  style.trace_file = path;
  fmt::print("{}", report::render(*trace, symbols, style));
  return kExitOk;
}

int show_command(const Arguments& arguments) {
  ShowRequest request;
  for (const std::string& argument : arguments) {
    if (argument == "--help" || argument == "-h") {
      fmt::print("{}", help_page(kShowCommand));
      return kExitOk;
    }
    if (argument == "--full") {
      request.full = true;
    } else if (argument == "--show-internals") {
      request.internals = true;
    } else if (argument == "--json") {
      request.json = true;
    } else if (argument.substr(0, 1) == "-") {
      return complain(fmt::format(
          "Unknown option {}; `heddle show` accepts --show-internals, --full and --json.",
          argument));
    } else if (!request.path.empty()) {
      return complain("Name one trace: heddle show TRACE.");
    } else {
      request.path = argument;
    }
  }
  if (request.path.empty()) return complain("Name the trace: heddle show TRACE [--full] [--json].");
  return show(request);
}

}  // namespace

const Command kShowCommand{"show", "heddle show TRACE [--full] [--json]", "print a trace",
                           show_command_help, show_command};

}  // namespace heddle::cli
