// Finds calls of functions in libstdc++.so whose accesses are not seen.  Instrumented code calls
// them through words of its own (function_words.hpp).  Such a word is set to a few instructions
// that look at the arguments and continue in the function.  A call counts if another thread may
// access the same memory: an argument points to the heap, to a variable, to the stack of another
// thread, or to memory of its own stack that another thread accesses.
#pragma once

#include <string>
#include <vector>

#include "core/ids.hpp"

namespace heddle::native {

// Idempotent.  REQUIRES: called by the engine, before the program's initial state is captured.
void watch_unseen_calls();

struct UnseenCall {
  std::string function;     // mangled
  std::vector<Site> stack;  // of a call, innermost first; empty if no call can be seen
};

// Returns the functions of which a call counts.
std::vector<UnseenCall> unseen_calls();

}  // namespace heddle::native
