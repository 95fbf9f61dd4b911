// Detects threads that wait for each other: they stay blocked whatever the other threads do.
#pragma once

#include <vector>

#include "core/ids.hpp"

namespace heddle::native {

// Returns the threads of one cycle, in its order, the lowest first; empty when there is none.
std::vector<ThreadId> wait_cycle();

}  // namespace heddle::native
