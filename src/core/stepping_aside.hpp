// Detects threads that back off while they acquire several locks at once, as std::lock does.  Such
// a thread waits for the first lock and tries the others.  If one is taken, it releases those it
// holds, waits for that one, and tries the others again.
//
// Two such threads may repeat this in step without end, but only if each loses every time.  That is
// not reported as a livelock.
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

// Returns whether one of the threads that move in the loop only backs off in it.  It fails to get a
// lock, releases those it holds, and waits for the one that it did not get.
bool steps_aside(std::span<const LoopStep> loop);

// The same for steps that are not a loop: threads may be in the middle of backing off at the
// beginning and at the end.
bool keeps_stepping_aside(std::span<const LoopStep> steps);

}  // namespace heddle
