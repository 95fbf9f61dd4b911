// The end of a program, from inside: the thread_local destructors of the calling thread, the
// handlers, the verdict.
#pragma once

#include "core/ids.hpp"

namespace heddle::native {

// What returning from main, or calling exit at `site`, does.  REQUIRES: on a fiber.
[[noreturn]] void exit_program(int status, Site site = kNoSite);

// What the end of a thread does, after its destructors: the last one ends the program.
// REQUIRES: on its fiber.
[[noreturn]] void end_thread(void* result);

}  // namespace heddle::native
