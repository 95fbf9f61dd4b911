// libgomp and libomp outside an exploration, where their own functions execute the program's calls.
#pragma once

#include "interpose/calls.hpp"
#include "runtime/engine_scope.hpp"

namespace heddle::native::openmp {

// Returns whether the program's code calls, under control.  Otherwise the library executes the
// call. A constructor of the program that calls OpenMP is explored, as one that starts a thread is.
inline bool in_exploration() {
  if (controlled()) return true;
  begin_early_thread();
  return false;
}

// Returns a function of the library, which is loaded if it is not: the linker leaves it out of
// programs that find all its functions here.
void* find_in_library(const char* name);

template <typename Result, typename... Arguments>
Result call_library(const char* name, Arguments... arguments) {
  return reinterpret_cast<Result (*)(Arguments...)>(find_in_library(name))(arguments...);
}

}  // namespace heddle::native::openmp
