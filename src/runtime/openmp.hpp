// Recognizes programs that use OpenMP, and its libraries.  Their threads spin on atomics that
// nothing reports, so interpose/openmp implements their functions, and the libraries' own
// threads are refused.
#pragma once

#include "core/ids.hpp"

namespace heddle::native {

// Finds the libraries and sets flags().has_openmp.
void find_openmp();

// Whether the place lies in such a library.
bool is_openmp(Site place);

// Whether the program or one of its libraries names an entry point that creates tasks.  Without
// tasks, threads of a team have nothing to execute at a barrier.
bool uses_openmp_tasks();

}  // namespace heddle::native
