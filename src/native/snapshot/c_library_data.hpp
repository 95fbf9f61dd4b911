// What of the C library's own data is the explored program's: open streams, the environment, the
// locale, the state of rand and strtok, locks that an abandoned execution held.  All of it but what
// the engine's own memory hangs on: the C library's allocator serves the engine, not the program.
#pragma once

#include <vector>

#include "native/snapshot/memory_regions.hpp"

namespace heddle::native {

// REQUIRES: called by the process's first thread, which alone uses the main arena.
// Empty when the allocator's own data cannot be told from the rest: nothing is rolled back then.
// The regions are put back with the program's memory, but do not tell states apart: the C library
// also notes what the engine does.
std::vector<MemoryRegion> c_library_data();

}  // namespace heddle::native
