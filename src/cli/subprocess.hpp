// Finds other programs, reads their output, or replaces this process by them.
#pragma once

#include <string>
#include <vector>

#include "core/result.hpp"

namespace heddle::cli {

// Returns whether the shell would find this command: a path to an executable file, or a name on
// PATH.
bool command_exists(const std::string& command);

// Returns the stdout of the command; stderr is dropped.  REQUIRES: argv is not empty.
Result<std::string> output_of(const std::vector<std::string>& argv);

// Replaces this process.  Returns only on failure, with the reason.
Error become(const std::vector<std::string>& argv);

}  // namespace heddle::cli
