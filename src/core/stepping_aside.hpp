// Threads that take several locks at once, as std::lock does: one waits for the first lock and
// tries the others; if it cannot have one of them, it gives back those it has, waits for that one,
// and tries the others again.  Two such threads may go round in step for ever, but only if each
// loses every race; a program is not called wrong for that.
#pragma once

#include <span>
#include <vector>

#include "core/ids.hpp"
#include "core/operation.hpp"

namespace heddle {

struct LoopStep {
  ThreadId thread = kNoThread;
  OpKind kind = OpKind::none;
  ObjectId object = kNoObject;
};

// Whether one of the threads that move in the loop does nothing in it but step aside: it fails to
// get a lock, gives back those it has, and waits for the one that it did not get.
bool steps_aside(std::span<const LoopStep> loop);

// The same for steps that are no loop, in which threads may be in the middle of something at the
// begin and at the end.
bool keeps_stepping_aside(std::span<const LoopStep> steps);

}  // namespace heddle
