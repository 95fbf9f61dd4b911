// The distances to the locations of --via, in a file that the explored processes read.
#pragma once

#include <string>

#include "cli/temporary_file.hpp"
#include "config/run_options.hpp"
#include "core/result.hpp"

namespace heddle::cli {

class GuideFile {
 public:
  // Reads the locations, analyses the program, and lets the options name the file.  Does nothing
  // when no locations are given.
  Status make(const std::string& program, config::RunOptions& options);

 private:
  TemporaryFile file_;
};

// The locations in a file, one per line; blank lines and lines that begin with # are skipped.
Result<std::vector<std::string>> read_locations(const std::string& file);

}  // namespace heddle::cli
