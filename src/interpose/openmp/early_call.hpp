// Calls of libgomp outside an exploration.
#pragma once

#include "interpose/calls.hpp"
#include "runtime/engine_scope.hpp"

namespace heddle::native::openmp {

// Returns whether the program's code calls, under control.  Otherwise libgomp executes the call.  A
// constructor of the program that calls OpenMP is explored, as one that starts a thread is.
inline bool in_exploration() {
  if (controlled()) return true;
  begin_early_thread();
  return false;
}

}  // namespace heddle::native::openmp
