#include "report/path_text.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "core/number_text.hpp"
#include "symbolize/demangle.hpp"
#include "symbolize/names.hpp"

namespace heddle::report {
namespace {

using guidance::PathStep;

std::string arrival_of(PathStep::Kind kind) {
  switch (kind) {
    case PathStep::Kind::enter:
      return "calls";
    case PathStep::Kind::spawn:
      return "creates a thread";
    case PathStep::Kind::catch_thrown:
      return "throws";
    case PathStep::Kind::leave:
      return "returns";
    default:
      return {};
  }
}

// Picks the step to mention among several inside the C++ library.
PathStep::Kind stronger(PathStep::Kind left, PathStep::Kind right) {
  for (const PathStep::Kind kind : {PathStep::Kind::spawn, PathStep::Kind::catch_thrown,
                                    PathStep::Kind::leave, PathStep::Kind::enter}) {
    if (left == kind || right == kind) return kind;
  }
  return PathStep::Kind::go_on;
}

// The line at the end of a node, where its operation is.
PathLine line_of(const guidance::ProgramGraph& graph, guidance::NodeId id,
                 symbolize::Symbolizer& symbolizer) {
  const guidance::Node& node = graph.nodes[id];
  PathLine line;
  line.function =
      symbolize::short_name(symbolize::demangle(graph.functions[node.function].name.c_str()));
  if (line.function.empty()) line.function = symbolize::hexadecimal(node.begin);
  const std::vector<symbolize::Frame>& frames = symbolizer.frames_of_return(graph.module, node.end);
  // The user's line is clearer than one of a library function inlined there.
  const symbolize::Frame* frame = symbolize::user_frame(frames);
  if (frame == nullptr && !frames.empty()) frame = &frames.back();
  if (frame != nullptr && frame->line > 0) {
    line.place = fmt::format("{}:{}", symbolize::base_name(frame->file), frame->line);
  }
  return line;
}

std::string dot_label(std::string_view text) {
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') quoted += '\\';
    if (c == '\n') {
      quoted += "\\n";
      continue;
    }
    quoted += c;
  }
  return quoted + '"';
}

std::string distance_text(guidance::Cost distance) {
  if (distance == guidance::kFarthest) return "more than 4 million";
  return fmt::format("{:.2f}", static_cast<double>(distance) / guidance::kStep);
}

}  // namespace

PathReport describe_path(const guidance::ProgramGraph& graph, const guidance::ShortestPath& path,
                         const std::string& from, const std::string& to,
                         symbolize::Symbolizer& symbolizer) {
  PathReport report{.from = from, .to = to, .distance = path.distance};
  PathStep::Kind arrival = PathStep::Kind::go_on;  // since the last line
  for (std::size_t i = 0; i < path.steps.size(); ++i) {
    const PathStep& step = path.steps[i];
    const bool last = i + 1 == path.steps.size();
    const guidance::Node& node = graph.nodes[step.node];
    arrival = stronger(arrival, step.kind);
    if (last || i == 0 || !graph.functions[node.function].library) {
      PathLine line = line_of(graph, step.node, symbolizer);
      line.arrival = arrival_of(arrival);
      arrival = PathStep::Kind::go_on;
      const bool same = !report.lines.empty() && line.arrival.empty() &&
                        line.function == report.lines.back().function &&
                        (line.place == report.lines.back().place || line.place.empty());
      if (!same) report.lines.push_back(std::move(line));
    }
    if (last) break;
    if (node.visible == guidance::Visible::synchronisation) ++report.synchronisation;
    if (node.visible == guidance::Visible::access) ++report.accesses;
  }
  return report;
}

std::string path_text(const PathReport& report) {
  if (report.distance == guidance::kUnreachable) {
    return fmt::format("{} is unreachable from {}\n", report.to, report.from);
  }
  std::string text = fmt::format(
      "distance from {} to {}: {}\n"
      "the path performs {} and {}, operations of callees that return not counted\n\n",
      report.from, report.to, distance_text(report.distance),
      counted(report.synchronisation, "synchronisation operation"),
      counted(report.accesses, "memory access", "memory accesses"));
  std::size_t width = 0;
  for (const PathLine& line : report.lines) width = std::max(width, line.place.size());
  for (const PathLine& line : report.lines) {
    if (!line.arrival.empty()) text += fmt::format("    {}\n", line.arrival);
    text += fmt::format("  {:<{}}  {}\n", line.place, width, line.function);
  }
  return text;
}

std::string path_dot(const PathReport& report) {
  std::string text = "digraph path {\n  node [shape=box];\n";
  const std::string label = report.distance == guidance::kUnreachable
                                ? fmt::format("{} is unreachable from {}", report.to, report.from)
                                : fmt::format("distance from {} to {}: {}", report.from, report.to,
                                              distance_text(report.distance));
  text += fmt::format("  label={};\n", dot_label(label));
  for (std::size_t i = 0; i < report.lines.size(); ++i) {
    const PathLine& line = report.lines[i];
    text += fmt::format("  n{} [label={}];\n", i, dot_label(line.function + "\n" + line.place));
    if (i == 0) continue;
    text += fmt::format("  n{} -> n{}", i - 1, i);
    if (!line.arrival.empty()) text += fmt::format(" [label={}]", dot_label(line.arrival));
    text += ";\n";
  }
  return text + "}\n";
}

}  // namespace heddle::report
