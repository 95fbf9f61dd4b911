// The plan of a study, read from its file and checked.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "config/run_options.hpp"

namespace heddle::study {

// A program with arguments.
struct Subject {
  std::string name;
  std::string program;               // path; what `sources` are compiled to
  std::vector<std::string> sources;  // paths; empty: the program exists
  std::vector<std::string> flags;    // for the compiler
  std::vector<std::string> arguments;
  std::string build_id;
};

// A composition of options.
struct Configuration {
  std::string name;
  std::string options;  // "search=dfs:order=random", without budgets
};

// One subject under one configuration, to be run with one seed after the other.
struct PlannedCell {
  std::size_t subject = 0;
  std::size_t configuration = 0;
  config::RunOptions options;
  std::vector<std::uint64_t> seeds;          // ascending
  std::optional<std::uint64_t> until_found;  // ends the cell before its seeds do
};

struct Plan {
  std::string text;                // of the study file
  std::string folder;              // of the study file; where its sources are compiled
  std::string measure = "states";  // the figure that is the cost
  std::vector<Subject> subjects;
  std::vector<Configuration> configurations;
  std::vector<PlannedCell> cells;  // by subject, then by configuration
};

}  // namespace heddle::study
