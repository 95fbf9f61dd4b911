// thread_local variables of libraries that were loaded by dlopen.  The C library creates them on a
// thread's first use, so restoring a thread's variables does not reach them.
#pragma once

#include <cstddef>
#include <string>

namespace heddle::native {

// Returns whether a file's variables lie beside the control block, as for files that are loaded at
// the start.
bool is_beside_control_block(const void* variables, const void* pointer);

// Returns the size of the thread_local variables of all loaded files, in bytes per thread.
std::size_t size_of_variables();

// Returns a loaded file with late variables; empty when there is none.
std::string library_with_late_variables();

}  // namespace heddle::native
