// What std::terminate was called for.
#pragma once

namespace heddle::native {

struct UncaughtException {
  const char* type = nullptr;  // the mangled name; null when there is no exception
  const char* what = nullptr;  // the message, when the type derives from std::exception
};

// REQUIRES: on the fiber that called abort.  Finds the exception because of which the C++ runtime
// is ending the program.
UncaughtException uncaught_exception();

}  // namespace heddle::native
