// The ways in which a program ends: exit, abort, a failed assertion, an uncaught exception (which
// ends in abort), and what it asked to have called at its end.
#include <dlfcn.h>

#include <cstdio>
#include <cstring>

#include "native/farewells.hpp"
#include "native/interpose/interpose.hpp"
#include "native/process_end.hpp"
#include "native/uncaught_exception.hpp"

namespace heddle::native {
namespace {

[[noreturn]] void end_with_status(int status) {
  if (status == 0) conductor().finish();
  char text[64];
  std::snprintf(text, sizeof text, "the program exited with status %d", status);
  conductor().fail(FailureKind::assertion, text);
}

// Whether a library, named by its handle, is one whose own objects outlive every execution: ours,
// and the C++ runtime.  (The caller's address would not do: compilers call this function in tail
// position.)
bool outlives_executions(const void* library) {
  Dl_info info;
  if (library == nullptr || ::dladdr(library, &info) == 0 || info.dli_fname == nullptr)
    return false;
  return std::strstr(info.dli_fname, "libstdc++") != nullptr ||
         std::strstr(info.dli_fname, "libheddle") != nullptr;
}

}  // namespace

void exit_program(int status) {
  run_variable_destructors();  // but not those of keys, which belong to a thread's end
  run_program_farewells();
  end_with_status(status);
}

HEDDLE_INTERPOSE void exit(int status) {
  if (!controlled()) {
    real().exit(status);
    __builtin_unreachable();
  }
  exit_program(status);
}

HEDDLE_INTERPOSE void _exit(int status) {
  if (!controlled()) {
    real()._exit(status);
    __builtin_unreachable();
  }
  end_with_status(status);
}

HEDDLE_INTERPOSE void _Exit(int status) { ::_exit(status); }

HEDDLE_INTERPOSE void quick_exit(int status) {
  if (!controlled()) {
    real()._exit(status);
    __builtin_unreachable();
  }
  end_with_status(status);
}

HEDDLE_INTERPOSE void abort() {
  if (!controlled()) {
    real().abort();
    __builtin_unreachable();
  }
  const UncaughtException exception = uncaught_exception();
  if (exception.type == nullptr) conductor().fail(FailureKind::crash, "abort was called");
  conductor().fail_with_exception(exception.type, exception.what != nullptr ? exception.what : "");
}

HEDDLE_INTERPOSE void __assert_fail(const char* expression, const char* file, unsigned line,
                                    const char* function) {
  if (!controlled()) {
    real().assert_fail(expression, file, line, function);
    __builtin_unreachable();
  }
  char text[900];
  std::snprintf(text, sizeof text, "assertion `%s' failed", expression);
  conductor().fail(FailureKind::assertion, text);
}

HEDDLE_INTERPOSE int raise(int signal) {
  if (!controlled()) return real().raise(signal);
  char text[64];
  std::snprintf(text, sizeof text, "the program raised signal %d", signal);
  conductor().fail(FailureKind::crash, text);
}

HEDDLE_INTERPOSE int __cxa_atexit(void (*function)(void*), void* argument, void* library) {
  if (controlled()) {
    at_program_exit(function, argument);
    return 0;
  }
  if (!outlives_executions(library)) note_early_farewell(function, argument);
  return real().cxa_atexit(function, argument, library);
}

HEDDLE_INTERPOSE int __cxa_thread_atexit_impl(void (*function)(void*), void* argument,
                                              void* library) {
  if (!controlled()) return real().cxa_thread_atexit_impl(function, argument, library);
  at_thread_exit(function, argument);
  return 0;
}

}  // namespace heddle::native
