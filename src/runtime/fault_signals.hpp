// Faults that the program handles itself: its handler runs where the fault was, on the thread's own
// stack.  Natively a handler that returns comes back to the instruction, which may have become
// valid.  Here it may only leave by a jump, an exception or the end of the thread or process.
#pragma once

#include <signal.h>

namespace heddle::native {

// Returns whether the signal is a fault for which the program has set a handler.
bool handles_fault(int signal);

// Lets the interrupted thread continue in the program's handler.  `text`: the failure if the
// handler returns.  REQUIRES: called in a signal handler that then returns; `context` is its third
// argument; the interrupted code is not Heddle's.
void continue_in_handler(const siginfo_t& info, void* context, const char* text);

}  // namespace heddle::native
