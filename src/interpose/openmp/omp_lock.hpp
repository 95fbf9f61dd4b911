// Locks of OpenMP.  A lock is a spin lock of the runtime in the first word of the program's object,
// so a thread that cannot take it is blocked.
#pragma once

#include "core/ids.hpp"

namespace heddle::native::openmp {

void set_lock(void* lock, Site site);
bool test_lock(void* lock, Site site);
void unset_lock(void* lock, Site site);

}  // namespace heddle::native::openmp
