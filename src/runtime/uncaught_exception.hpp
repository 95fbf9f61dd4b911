// The exception for which std::terminate was called.
#pragma once

namespace heddle::native {

struct UncaughtException {
  const char* type = nullptr;  // the mangled name; null when there is no exception
  const char* what = nullptr;  // the message, when the type derives from std::exception
};

// Finds the exception because of which the C++ runtime ends the program.  REQUIRES: called on the
// fiber that called abort.
UncaughtException uncaught_exception();

}  // namespace heddle::native
