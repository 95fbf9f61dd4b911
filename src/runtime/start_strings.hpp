// The arguments and the environment of the program.  The kernel puts them on the first stack of the
// process, which the engine uses; the program gets copies that are rolled back like its data.
//
// They have a memory of their own: on the heap, their lengths would decide the addresses of all
// later blocks, and a trace would not replay in another environment.
#pragma once

#include "runtime/memory_regions.hpp"

namespace heddle::native {

struct StartStrings {
  char** argv = nullptr;
  char** envp = nullptr;
};

// REQUIRES: it was not called before.
StartStrings copy_start_strings(char** argv, char** envp);

// Empty before the copy.
MemoryRegion start_strings_memory();

}  // namespace heddle::native
