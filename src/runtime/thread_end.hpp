// How a thread ends from within, by pthread_exit or because it was cancelled: frame by frame.
// Destructors and the cleanup handlers of C++ run by forced unwinding, which the C library uses
// too. A C function compiled without exceptions leaves a place to jump to instead; these form a
// list, from the innermost outwards.
#pragma once

#include <pthread.h>

namespace heddle::native {

// REQUIRES: on the thread's fiber.
[[noreturn]] void unwind_thread(void* result);

// The current thread's list.  REQUIRES: the place lies on the thread's stack.
void push_cleanup(__pthread_unwind_buf_t* place);
void pop_cleanup(const __pthread_unwind_buf_t* place);

// Goes on with the end of the current thread, after a handler of that list.
[[noreturn]] void go_on_unwinding();

}  // namespace heddle::native
