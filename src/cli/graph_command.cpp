// heddle graph: shows the control-flow distance between two locations of a program.
#include <fmt/core.h>

#include <filesystem>
#include <optional>
#include <string_view>
#include <system_error>

#include "cli/command.hpp"
#include "cli/complaint.hpp"
#include "cli/exit_code.hpp"
#include "guidance/locations.hpp"
#include "guidance/recovery/graph_cache.hpp"
#include "guidance/shortest_path.hpp"
#include "report/path_text.hpp"
#include "symbolize/symbolizer.hpp"

namespace heddle::cli {
namespace {

constexpr std::string_view kGraphUsage = "heddle graph PROG --from L --to L [--format dot]";

std::string graph_command_help() {
  return "Computes the shortest path between two locations in PROG's control-flow graph, as "
         "guided\n"
         "search does.  The graph is recovered from machine code; PROG need not be "
         "instrumented.\n\n"
         "  --from L            start at this location, in the best calling context\n"
         "  --to L              end at this location\n"
         "  --format text|dot   print the path as text (default) or as a Graphviz graph\n"
         "  --no-cache          neither read nor write the cache of graphs\n\n"
         "A location is FILE:LINE or a function: queue.cpp:42, Queue::push.  +KIND restricts it "
         "to\n"
         "read, write, lock, unlock, wait or notify operations, +KIND(VAR) to those on a "
         "variable:\n"
         "Queue::push+write(count).\n\n"
         "The distance counts operations: a synchronisation operation is 1, a plain memory access\n"
         "1/8.  Indirect calls, calls of libraries and exceptions add to it.\n\n"
         "Exit codes: 0 the distance was printed, or that the location is unreachable; 2 the "
         "command\n"
         "line is invalid, or a location is unknown or ambiguous; 70 internal error of Heddle.\n";
}

struct GraphArguments {
  std::string program;
  std::string from;
  std::string to;
  bool dot = false;
  bool cache = true;
  bool help = false;
};

Result<GraphArguments> read_graph_arguments(const Arguments& arguments) {
  GraphArguments parsed;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& word = arguments[i];
    const bool takes_value = word == "--from" || word == "--to" || word == "--format";
    if (takes_value && i + 1 == arguments.size()) {
      return Error{fmt::format("{} needs a value: {}.", word, kGraphUsage)};
    }
    if (word == "--help" || word == "-h") {
      parsed.help = true;
    } else if (word == "--no-cache") {
      parsed.cache = false;
    } else if (word == "--format") {
      const std::string& format = arguments[++i];
      if (format != "text" && format != "dot") {
        return Error{fmt::format("--format cannot be '{}'; use text or dot.", format)};
      }
      parsed.dot = format == "dot";
    } else if (takes_value) {
      (word == "--from" ? parsed.from : parsed.to) = arguments[++i];
    } else if (word.substr(0, 1) == "-") {
      return Error{fmt::format(
          "Unknown option {}; `heddle graph` accepts --from, --to, --format and --no-cache.",
          word)};
    } else if (!parsed.program.empty()) {
      return Error{fmt::format("Name one program: {}.", kGraphUsage)};
    } else {
      parsed.program = word;
    }
  }
  const bool whole = !parsed.program.empty() && !parsed.from.empty() && !parsed.to.empty();
  if (!whole && !parsed.help) {
    return Error{fmt::format("Name the program and two locations: {}.", kGraphUsage)};
  }
  return parsed;
}

int graph_command(const Arguments& arguments) {
  const Result<GraphArguments> parsed = read_graph_arguments(arguments);
  if (!parsed.ok()) return complain(parsed.sentence());
  if (parsed->help) {
    fmt::print("{}", help_page(kGraphCommand));
    return kExitOk;
  }
  std::error_code error;
  if (!std::filesystem::is_regular_file(parsed->program, error)) {
    return complain(
        fmt::format("The program '{}' does not exist; name its file.", parsed->program));
  }
  const Result<guidance::ElfImage> image = guidance::ElfImage::open(parsed->program);
  if (!image.ok()) return complain(image.sentence());
  const guidance::ProgramGraph graph =
      guidance::cached_graph(*image, parsed->cache ? guidance::cache_folder() : "");
  guidance::LocationFinder finder(*image, graph);
  const Result<guidance::FoundLocation> from = finder.find(parsed->from);
  if (!from.ok()) return complain(from.sentence());
  const Result<guidance::FoundLocation> to = finder.find(parsed->to);
  if (!to.ok()) return complain(to.sentence());
  const guidance::ShortestPath path =
      guidance::shortest_path(graph, guidance::Weights{}, from->nodes, to->nodes);
  symbolize::Symbolizer symbolizer;
  const report::PathReport described =
      report::describe_path(graph, path, parsed->from, parsed->to, symbolizer);
  fmt::print("{}", parsed->dot ? report::path_dot(described) : report::path_text(described));
  return kExitOk;
}

}  // namespace

const Command kGraphCommand{"graph", kGraphUsage, "show a distance in PROG's control-flow graph",
                            graph_command_help, graph_command};

}  // namespace heddle::cli
