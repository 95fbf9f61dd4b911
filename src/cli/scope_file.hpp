// The code that --focus, --start and --window name, in a file that the explored processes read.
#pragma once

#include <string>

#include "cli/temporary_file.hpp"
#include "config/run_options.hpp"
#include "core/result.hpp"

namespace heddle::cli {

class ScopeFile {
 public:
  // Finds the code in the program, and lets the options name the file.  Does nothing when the
  // options name no code.
  Status make(const std::string& program, config::RunOptions& options);

 private:
  TemporaryFile file_;
};

}  // namespace heddle::cli
