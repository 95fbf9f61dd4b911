// Liveness of registers at the return of a call.  A register holds a dead value if the function
// writes it before reading it on every path.  States that differ only in dead registers are equal.
//
// The analysis follows the machine code from the call on: both sides of a jump, and for a call its
// return and the handlers of its exceptions.  Calls preserve these registers by the calling
// convention.  A program that breaks it (global register variables) is not supported.
#pragma once

#include "snapshot/liveness/instruction.hpp"

namespace heddle::native {

// Live registers among kKeptRegisters.
struct LiveRegisters {
  RegisterSet own = 0;     // may be read by the function, or unknown
  RegisterSet passed = 0;  // not touched until the function returns: live if live in its caller
};

// Returns the live registers of the function that resumes at `after`, the return address of a
// call.  REQUIRES: called by the engine.
LiveRegisters live_registers(std::uintptr_t after);

}  // namespace heddle::native
