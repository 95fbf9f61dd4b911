// The frames and source files that a page refers to, each once, by number.
#pragma once

#include <cstddef>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "report/symbolized.hpp"
#include "symbolize/symbolizer.hpp"
#include "trace/trace.hpp"

namespace heddle::report {

class PageSources {
 public:
  explicit PageSources(const SymbolizedTrace& symbols) : symbols_(symbols) {}

  // Returns the number of the stack, and -1 for one without known frames.
  int stack(const std::vector<trace::Place>& places);

  // Returns the frame of a stack that the report shows: the first in the user's own code, else the
  // innermost.  -1: none is known.
  int place(const std::vector<trace::Place>& places);

  // Adds what was referred to: "frames", "stacks" and "files".  Source files are read now.  Only
  // names with an extension of C or C++ are read, so that a trace cannot pull other files into a
  // page; large files are embedded around the referenced lines.
  void write(nlohmann::ordered_json& into) const;

 private:
  int frame(const symbolize::Frame& frame);
  nlohmann::ordered_json files() const;

  const SymbolizedTrace& symbols_;
  std::map<std::vector<trace::Place>, std::pair<int, int>> known_;  // number and place
  std::vector<std::vector<int>> stacks_;
  std::vector<symbolize::Frame> frames_;
  std::map<std::pair<std::string, std::pair<std::string, int>>, int> numbers_;  // of frames
  std::vector<std::string> files_;
  std::map<std::string, int> file_numbers_;
  std::map<std::string, std::set<int>> lines_;  // of each file, that steps refer to
  std::map<std::string, std::string> modules_;  // the program that a file belongs to
};

}  // namespace heddle::report
