// Finds calls of the C library that Heddle does not control, in the imports of a loaded file.
#pragma once

#include <string>
#include <vector>

#include "runtime/memory_regions.hpp"

namespace heddle::native {

// Returns the names of functions that the file imports from the C library and that neither
// libheddle.so interposes nor core/c_library_functions.hpp calls harmless.  Sorted.  REQUIRES:
// called by the engine.
std::vector<std::string> uncontrolled_imports(const LoadedModule& module);

}  // namespace heddle::native
