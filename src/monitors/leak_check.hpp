// Blocks of the heap that nothing points to any more when an execution has ended.  Whatever looks
// like an address of a block, or of something in it, counts as a pointer to it: in data, in the
// variables, registers and stack frames of threads that still live, in blocks that are themselves
// pointed to.  Dead stack is no root: not the frames of a main that has returned, nor ours.  So a
// leak that is reported is one, and some may be missed.
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
};

// `last_context` is the context of the thread that ended the execution, null if that thread has no
// frame of the program left; `regions` are the program's memory beyond its data, heap and stacks.
// REQUIRES: the execution has ended, and its memory is as it was left; stacks are kept clean.
Leaks find_leaks(void* last_context, std::span<const MemoryRegion> regions);

}  // namespace heddle::native
