// Two small shared libraries that stand in for those of an explored program.  They show their data
// by address: a linker may move a variable that the executable names into the executable.
#pragma once

#include <cstddef>

#pragma GCC visibility push(default)

namespace heddle::native::libraries {

inline constexpr std::size_t kZeros = 10'000;

int* initialised_data();
int* zeros();                   // kZeros of them
const void* relocated_table();  // read-only once the library is loaded
int& thread_local_number();     // starts as 31

int instrumented_read(int* cell);  // calls the instrumentation before it reads

}  // namespace heddle::native::libraries

#pragma GCC visibility pop
