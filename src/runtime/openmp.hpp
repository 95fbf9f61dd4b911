// OpenMP's runtime, which synchronises its threads by spinning on atomics that nothing reports.
#pragma once

#include "core/ids.hpp"

namespace heddle::native {

// Whether the place lies in such a library: libgomp, libomp, libiomp5.
bool is_openmp(Site place);

}  // namespace heddle::native
