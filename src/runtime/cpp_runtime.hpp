// What the program's C++ runtime (libstdc++.so) does on its own account.  It is not instrumented:
// the reference counts that put the end of an exception, or of a string inside of one, after
// everybody's last use of it are not seen.
#pragma once

#include <span>

#include "core/ids.hpp"

namespace heddle::native {

// Finds the runtime among the loaded files; to be called before the others, and once.
void find_cpp_runtime();

// Whether the innermost call is the runtime's own work, or work that it asked for: a destructor of
// an exception that ends.  The stack is of return addresses, innermost first.
bool is_asked_by_cpp_runtime(std::span<const Site> stack);

// Whether malloc, called from there, makes room for an exception.
bool makes_exception(Site caller);

}  // namespace heddle::native
