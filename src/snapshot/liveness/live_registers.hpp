// Which registers still matter when a call returns.  A register that the function will write before
// it reads it again, whatever happens, holds a dead value, and states that differ in it alone are
// the same state.
//
// Found by following the machine code from the call on: jumps to both sides, calls to where they
// return and to where their exceptions are caught.  Calls leave these registers alone, as the
// convention has it; a program that breaks it (global register variables) is not understood.
#pragma once

#include "snapshot/liveness/instruction.hpp"

namespace heddle::native {

// Of kKeptRegisters.
struct LiveRegisters {
  RegisterSet own = 0;  // may be read by the function, or nothing is known
  RegisterSet passed =
      0;  // not touched until the function returns: matter if they do to its caller
};

// Of the function that goes on at `after`, where a call returns to.  REQUIRES: called by the
// engine.
LiveRegisters live_registers(std::uintptr_t after);

}  // namespace heddle::native
