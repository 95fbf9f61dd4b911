// Handles lock-order cycles during a search: collects details of those found, and reports them.
#pragma once

#include <set>
#include <vector>

#include "core/ids.hpp"
#include "native/native_system.hpp"
#include "result/found_lock_cycle.hpp"
#include "worker/auxiliary.hpp"
#include "worker/recording.hpp"

namespace heddle::worker {

// Replays the schedule of each new cycle with locks on a stack or on the heap, to read the memory
// around them.  Without budget the remaining locks keep the description of their memory.
// REQUIRES: the scheduling points are those of the executions in which the cycles were found.
void explain_lock_cycles(native::NativeSystem& system, const Auxiliary& budget);

// Returns the objects that threads are blocked on in the present state.
std::set<ObjectId> waited_for(const native::NativeSystem& system);

// Returns the lock cycles found, except those whose wanted locks are all in `waited_for`: they
// belong to a deadlock that is already reported.
std::vector<result::FoundLockCycle> found_lock_cycles(const Recording& recording,
                                                      const std::set<ObjectId>& waited_for);

}  // namespace heddle::worker
