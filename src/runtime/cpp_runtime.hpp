// Recognizes work that the program's C++ runtime (libstdc++.so) does on its own. libstdc++.so is
// not instrumented.  So its reference counts are invisible, which order the end of an exception,
// or of a string in it, after all uses.
#pragma once

#include <cstdint>
#include <span>

#include "core/ids.hpp"

namespace heddle::native {

// Finds the C++ runtime among the loaded files.  Idempotent.  REQUIRES: called before the other
// functions.
void find_cpp_runtime();

// Returns whether the innermost call is the C++ runtime's own work, or work that it requested,
// such as a destructor of an exception that ends.  `stack` holds return addresses, innermost
// first.
bool is_asked_by_cpp_runtime(std::span<const Site> stack);

// Returns whether the address is in the standard streams, which threads may use without a lock, or
// in the library's own data: facets of locales, buffers of those streams.  Code of the library that
// is instrumented accesses both.
bool is_data_of_cpp_runtime(std::uintptr_t address);

// Returns whether the code is the library's.
bool is_code_of_cpp_runtime(Site code);

// Returns whether malloc, called from there, allocates an exception.
bool makes_exception(Site caller);

}  // namespace heddle::native
