// The end of a program, from inside: the thread_local destructors of the calling thread, the
// handlers, the verdict.
#pragma once

namespace heddle::native {

// What returning from main, or calling exit, does.  REQUIRES: on a fiber.
[[noreturn]] void exit_program(int status);

}  // namespace heddle::native
