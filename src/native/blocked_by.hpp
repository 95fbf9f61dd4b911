// Whom a blocked thread waits for.
#pragma once

#include "native/world.hpp"

namespace heddle::native {

// The holder of the lock, or the thread to be joined; kNoThread when the thread is not blocked or
// nobody in particular blocks it.  REQUIRES: the thread is paused.
ThreadId blocked_by(const Thread& thread);

}  // namespace heddle::native
