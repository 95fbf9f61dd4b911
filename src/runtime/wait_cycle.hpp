// Threads that wait for each other: whatever the others do, they never go on.
#pragma once

#include <vector>

#include "core/ids.hpp"

namespace heddle::native {

// The threads of one circle, in its order, the lowest first; empty when there is none.
std::vector<ThreadId> wait_cycle();

}  // namespace heddle::native
