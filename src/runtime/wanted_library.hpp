// A shared library that the program loads while it is explored.  Its data could not be rolled back
// to a state without it, so the exploration restarts with the library loaded.
#pragma once

#include <string>
#include <vector>

namespace heddle::native {

// The file that the dynamic loader would load by that name; empty when none is found.
std::string library_file(const char* name);

// Ends the exploration: the library is to be loaded before it begins.
[[noreturn]] void want_library(const std::string& file);

// For which the last exploration ended; empty: for none.
const std::string& wanted_library();

// Loaded before the exploration, or tried in vain.
std::vector<std::string>& early_libraries();

}  // namespace heddle::native
