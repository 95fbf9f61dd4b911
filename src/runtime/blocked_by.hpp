// Whom a blocked thread waits for.
#pragma once

#include <boost/container/small_vector.hpp>

#include "runtime/world.hpp"

namespace heddle::native {

// The holder of the lock, or the thread to be joined; kNoThread when the thread is not blocked or
// nobody in particular blocks it.  Of several readers, the thread itself or the first.  REQUIRES:
// the thread is paused.
ThreadId blocked_by(const Thread& thread);

// All of them: it cannot go on before each has let it.  There is hardly ever more than one.
using Blockers = boost::container::small_vector<ThreadId, 4>;
Blockers all_blocked_by(const Thread& thread);

}  // namespace heddle::native
