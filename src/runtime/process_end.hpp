// The end of the program within an execution: thread_local destructors of the calling thread, exit
// handlers, the verdict.
#pragma once

#include "core/ids.hpp"

namespace heddle::native {

// Ends the program as a return from main does, or a call of exit at `site`.  REQUIRES: called on a
// fiber.
[[noreturn]] void exit_program(int status, Site site = kNoSite);

// Does the same as _exit does.
[[noreturn]] void end_process(int status, Site site);

// Ends the execution where it cannot follow the process any further.
[[noreturn]] void leave_process(Site site);

// Ends a thread after its destructors; the last thread ends the program.  REQUIRES: called on its
// fiber.
[[noreturn]] void end_thread(void* result);

}  // namespace heddle::native
