// Atomic operations whose memory order is weaker than sequential consistency.  They are performed
// as if it were not, so a search must say where they are.
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

// Notes the operation unless it was noted before at this place, called from the same two places.
// `frame` is that of a caller whose frames, up to the program's, keep the frame pointer.
// REQUIRES: on a fiber, in the program.
void note_weak_operation(OpKind kind, int order, Site site, const void* frame);

// All, in the order in which they were first performed.  Not rolled back.
const std::vector<WeakOperation>& weak_operations();

}  // namespace heddle::native
