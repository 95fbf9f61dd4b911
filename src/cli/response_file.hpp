// @FILE arguments: compilers read more arguments from the file.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace heddle::cli {

// Splits as gcc and clang do: at white space, with quotes and backslashes.
std::vector<std::string> split_response(std::string_view text);

// The argument itself or, for @FILE, what the file says, files within files included.  An @FILE
// that cannot be read stands for itself, as it does for the compilers.
std::vector<std::string> expand_argument(const std::string& argument);

}  // namespace heddle::cli
