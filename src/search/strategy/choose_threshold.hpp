// A threshold for randomized backtracking from the shape of the program: random walks measure how
// long its runs are, and where the first decision lies.
#pragma once

#include <cstdint>

#include "system/system.hpp"

namespace heddle::search {

// A quarter of the median length of the walks, and at least the depth of the first state that
// offers two choices. Leaves the system where it was.  THROWS: Divergence when the program did not
// repeat itself.
std::uint64_t choose_threshold(System& system, std::uint64_t seed, std::uint32_t walks = 20);

}  // namespace heddle::search
