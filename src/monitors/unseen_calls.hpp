// Finds calls of functions in libstdc++.so whose accesses are not seen.  The program's calls go
// through its global offset table.  There such a function is replaced by a few instructions.  While
// several threads are alive, they look at the arguments and continue in the function.  A call
// counts if an argument points to memory that threads share: the heap, variables, the stack of
// another thread, or memory on its own stack that another thread accesses.
#pragma once

#include <string>
#include <vector>

#include "core/ids.hpp"

namespace heddle::native {

// Replaces the functions for all instrumented modules.  Idempotent.  REQUIRES: called by the
// engine, before the program's initial state is captured.
void watch_unseen_calls();

struct UnseenCall {
  std::string function;  // mangled
  Site site;             // the return address of the first call
};

// Returns the functions of which a call counts.
std::vector<UnseenCall> unseen_calls();

}  // namespace heddle::native
