// Reads the files that a user names.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "core/result.hpp"

namespace heddle::cli {

// Reads a file, or a pipe, to its end.  `what` names it in errors: "report".
Result<std::string> read_input(const std::string& path, std::string_view what, std::size_t largest);

// Returns a hash of the file's content, hexadecimal; empty when it cannot be read.
std::string content_hash(const std::string& path);

}  // namespace heddle::cli
