// A path through the control-flow graph of a program, for people and for Graphviz.
#pragma once

#include <string>
#include <vector>

#include "guidance/shortest_path.hpp"
#include "symbolize/symbolizer.hpp"

namespace heddle::report {

// One source line that the path passes.
struct PathLine {
  std::string function;  // short name
  std::string place;     // "queue.cpp:42"; empty when unknown
  std::string arrival;   // how the path got here: "calls", "creates a thread"; empty: it goes on
};

struct PathReport {
  std::string from;
  std::string to;
  guidance::Cost distance = guidance::kUnreachable;
  unsigned synchronisation = 0;  // operations before the end of the path
  unsigned accesses = 0;
  std::vector<PathLine> lines = {};
};

PathReport describe_path(const guidance::ProgramGraph& graph, const guidance::ShortestPath& path,
                         const std::string& from, const std::string& to,
                         symbolize::Symbolizer& symbolizer);

std::string path_text(const PathReport& report);
std::string path_dot(const PathReport& report);

}  // namespace heddle::report
