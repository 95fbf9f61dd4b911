// Finds whether code is the program's own: the executable's, or that of a library that `heddle c++`
// linked.
#pragma once

#include "core/ids.hpp"

namespace heddle::native {

// REQUIRES: on a fiber or in the engine.
bool is_program_code(Site site);

}  // namespace heddle::native
