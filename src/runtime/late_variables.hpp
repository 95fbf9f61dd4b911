// thread_local variables of libraries that were loaded by dlopen: the C library makes them when a
// thread first uses them, out of the reach of what brings a thread's variables back.
#pragma once

#include <cstddef>
#include <string>

namespace heddle::native {

// Whether a file's variables are beside the control block, where those of files that are loaded at
// the start are.
bool is_beside_control_block(const void* variables, const void* pointer);

// Of all files that are loaded, in bytes per thread.
std::size_t size_of_variables();

// A loaded file with such variables; empty when there is none.
std::string library_with_late_variables();

}  // namespace heddle::native
