// The functions of a loaded file that return an object, not a pointer or a number, as the debug
// information lists them.  The caller passes the memory of a large object as the first argument of
// x86-64, which the machine code alone does not distinguish from any other pointer.
#pragma once

#include <cstdint>
#include <unordered_set>

#include "runtime/memory_regions.hpp"

namespace heddle::native {

// Returns the addresses of such functions; none without debug information.  REQUIRES: called by the
// engine.
std::unordered_set<std::uintptr_t> functions_that_return_objects(const LoadedModule& module);

}  // namespace heddle::native
