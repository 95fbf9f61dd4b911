// HEDDLE_CHECK: our own invariants, on in every build.  A violation is our fault, never the user's
// or the explored program's; it prints the schedule so far and ends with exit code 70.
#pragma once

namespace heddle {

// Prints more about the moment of failure (the schedule so far).  Must not allocate.
using CheckContext = void (*)();

// Installs the printer for this process; returns the former one.
CheckContext set_check_context(CheckContext context);

// Where failures are printed; standard error unless set.
void set_check_output(int descriptor);

[[noreturn]] void check_failed(const char* condition, const char* file, int line, const char* why);

}  // namespace heddle

#define HEDDLE_CHECK(condition, why)                               \
  do {                                                             \
    if (__builtin_expect(!(condition), 0))                         \
      ::heddle::check_failed(#condition, __FILE__, __LINE__, why); \
  } while (false)
