// A thread's handle is that of the real thread whose control block it borrows.  So C library
// functions that Heddle does not interpose accept it.
#pragma once

#include <pthread.h>

#include "runtime/world.hpp"

namespace heddle::native {

// The thread of the present execution with that handle, alive or ended; null when there is none.
const Thread* find_thread(pthread_t handle);

}  // namespace heddle::native
