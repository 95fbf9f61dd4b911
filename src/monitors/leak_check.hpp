// Finds heap blocks that are unreachable when an execution has ended.  Every value that equals an
// address of a block, or of a part of it, counts as a pointer to it.  Values are read from data,
// from the variables, registers and stack frames of live threads, and from reachable blocks.  Dead
// stack is no root: neither the frames of a main that has returned nor frames of the runtime.  So
// every reported leak is one, and some leaks may be missed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "runtime/memory_regions.hpp"

namespace heddle::native {

struct Leaks {
  std::size_t blocks = 0;
  std::size_t bytes = 0;
  std::uintptr_t first = 0;  // the one with the lowest address
  std::size_t scanned = 0;   // bytes of memory, in the search for pointers
  std::size_t threads = 0;   // that have ended and were neither joined nor detached, if counted
};

// Finds the leaks of the execution.  `last_context` is the context of the thread that ended it, or
// null if that thread has no program frame left.  `regions` are the program's memory beyond its
// data, heap and stacks.  Finds nothing if a thread was interrupted within a step.  REQUIRES: the
// execution has ended, and its memory is unchanged since; stacks are kept clean.
Leaks find_leaks(void* last_context, std::span<const MemoryRegion> regions);

// Returns the number of threads that have ended and were neither joined nor detached: each keeps
// its stack.
std::size_t unjoined_threads();

}  // namespace heddle::native
