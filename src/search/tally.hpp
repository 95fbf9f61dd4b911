// What a search has done so far, in numbers.
#pragma once

#include <cstdint>

namespace heddle::search {

struct Tally {
  std::uint64_t executions = 0;  // complete runs: finished, deadlocked, failed, cut or bounded
  std::uint64_t states = 0;  // different ones; without a memory of states, all that were reached
  std::uint64_t transitions = 0;  // steps taken by the loop
  std::uint64_t revisits = 0;     // states that had been seen before
  std::uint64_t max_depth = 0;    // steps of the longest run
  std::uint64_t pruned = 0;       // choices left out by bounds
  std::uint64_t cut = 0;          // runs ended by the system's step limit
};

}  // namespace heddle::search
