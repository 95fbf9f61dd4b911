// Threads that take several locks at once, as std::lock does: one waits for the first lock and
// tries the others; if it cannot have one of them, it gives back those it has, waits for that one,
// and tries the others again.  Two such threads may go round in step for ever, but only if each
// loses every race; a program is not called wrong for that.
#pragma once

#include <span>
#include <vector>

#include "core/ids.hpp"
#include "core/operation.hpp"
#include "search/analysis/livelock.hpp"
#include "system/system.hpp"

namespace heddle::search {

struct LoopStep {
  ThreadId thread = kNoThread;
  OpKind kind = OpKind::none;
  ObjectId object = kNoObject;
};

// Whether one of the threads that move in the loop does nothing in it but step aside: it fails to
// get a lock, gives back those it has, and waits for the one that it did not get.
bool steps_aside(std::span<const LoopStep> loop);

// What is done in the loop.  REQUIRES: the system is at its initial state, and can follow the
// schedule.
std::vector<LoopStep> loop_steps(System& system, const Livelock& livelock);

}  // namespace heddle::search
