// Measures the length of a program's executions by random walks, for automatic thresholds of
// randomized backtracking.
#pragma once

#include <cstdint>

#include "system/system.hpp"

namespace heddle::search {

struct WalkLengths {
  std::uint64_t median = 0;
  std::uint64_t longest = 0;
  // The depth of the first state that offers two choices; all executions are equal above it.
  std::uint64_t first_choice = 0;
};

// Leaves the system where it was.  THROWS: Divergence when the program did not repeat itself.
WalkLengths measure_walks(System& system, std::uint64_t seed, std::uint32_t walks = 20);

}  // namespace heddle::search
