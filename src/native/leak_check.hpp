// Blocks of the heap that nothing points to any more when an execution has ended.  Whatever looks
// like an address of a block, or of something in it, counts as a pointer to it: in data, in the
// stacks and variables of threads that still live, in blocks that are themselves pointed to.  So a
// leak that is reported is one, and some may be missed.
#pragma once

#include <cstddef>
#include <cstdint>

namespace heddle::native {

struct Leaks {
  std::size_t blocks = 0;
  std::size_t bytes = 0;
  std::uintptr_t first = 0;  // the one with the lowest address
};

// `last_stack` is where the live part of the stack begins of the thread that ended the execution.
// REQUIRES: the execution has ended, and its memory is as it was left.
Leaks find_leaks(std::uintptr_t last_stack);

}  // namespace heddle::native
