// Recognizes work that the program's C++ runtime (libstdc++.so) does on its own. libstdc++.so is
// not instrumented.  So its reference counts are invisible, which order the end of an exception,
// or of a string in it, after all uses.
#pragma once

#include <span>

#include "core/ids.hpp"

namespace heddle::native {

// Finds the C++ runtime among the loaded files.  REQUIRES: called once, before the other
// functions.
void find_cpp_runtime();

// Returns whether the innermost call is the C++ runtime's own work, or work that it requested,
// such as a destructor of an exception that ends.  `stack` holds return addresses, innermost
// first.
bool is_asked_by_cpp_runtime(std::span<const Site> stack);

// Returns whether malloc, called from there, allocates an exception.
bool makes_exception(Site caller);

}  // namespace heddle::native
