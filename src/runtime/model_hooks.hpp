// Events in the code of a user's model.  It runs outside of the control of the scheduler, so the
// interposed functions pass them to the worker that explores the model.
#pragma once

#include <cstddef>

namespace heddle::native {

// Null functions: no model is explored, or its accesses are not needed.
struct ModelHooks {
  // Called before an access of instrumented code, or of a C library function for such code.
  void (*accessed)(const void* address, std::size_t size, bool writes) = nullptr;
  // Called when an assertion failed.  Returns only if no function of the model is running.
  void (*assertion_failed)(const char* message) = nullptr;
};

}  // namespace heddle::native
