// The code that --focus, --start and --window name, in a file that the explored processes read.
#pragma once

#include <string>

#include "config/run_options.hpp"
#include "core/result.hpp"

namespace heddle::cli {

// Removes its file in the end.
class ScopeFile {
 public:
  ScopeFile() = default;
  ~ScopeFile();
  ScopeFile(const ScopeFile&) = delete;
  ScopeFile& operator=(const ScopeFile&) = delete;

  // Finds the code in the program, and lets the options name the file.  Does nothing when the
  // options name no code.
  Status make(const std::string& program, config::RunOptions& options);

 private:
  std::string path_;
};

}  // namespace heddle::cli
