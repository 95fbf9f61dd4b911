// Records atomic operations whose memory order is weaker than sequential consistency.  They are
// performed as sequentially consistent, so a search must report where they are.
#pragma once

#include <cstdint>
#include <vector>

#include "core/ids.hpp"
#include "core/operation.hpp"

namespace heddle::native {

struct WeakOperation {
  OpKind kind = OpKind::atomic_load;
  int order = 0;            // as the compiler numbers them
  std::vector<Site> stack;  // innermost first
};

// Notes the operation unless it was already noted at this place with the same two callers.  `frame`
// is the frame of a caller.  All frames from it up to the program's keep the frame pointer.
// REQUIRES: on a fiber, in the program.
void note_weak_operation(OpKind kind, int order, Site site, const void* frame);

// Returns all of them, in the order in which they were first performed.  Not rolled back.
const std::vector<WeakOperation>& weak_operations();

}  // namespace heddle::native
