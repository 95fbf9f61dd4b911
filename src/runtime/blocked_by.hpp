// Finds the threads that a blocked thread waits for.
#pragma once

#include <boost/container/small_vector.hpp>

#include "runtime/world.hpp"

namespace heddle::native {

// Returns the holder of the lock, or the thread to be joined.  Returns kNoThread when the thread
// is not blocked, or when no particular thread blocks it.  With several readers, returns the
// thread itself or the first reader.  REQUIRES: the thread is paused.
ThreadId blocked_by(const Thread& thread);

// Returns all of them: the thread stays blocked until each has released it.  There is rarely more
// than one.
using Blockers = boost::container::small_vector<ThreadId, 4>;
Blockers all_blocked_by(const Thread& thread);

}  // namespace heddle::native
