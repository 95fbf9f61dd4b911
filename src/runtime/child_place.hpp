// The ids of new threads.
#pragma once

#include <cstdint>

#include "core/ids.hpp"
#include "runtime/world.hpp"

namespace heddle::native {

// The id of a new thread, and which of its creator's children it is.
struct ChildPlace {
  ThreadId id = kNoThread;
  std::uint16_t ordinal = 0;
};

// Returns the place of a new thread: its own, or, after the first children and when all ids are
// taken, that of a joined thread.  So a loop that creates and joins threads returns to its states,
// if the search does not reorder steps.
// An access that the creator made before may then seem to follow the creation, never the reverse:
// monitors judge the order by the number of children.
ChildPlace place_of_child(Thread& creator);

// Returns how many threads were alive at once, at most, in all executions of this process.
std::uint32_t most_threads_alive();

}  // namespace heddle::native
