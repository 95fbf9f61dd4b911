// Interposes the ways in which a program ends: exit, abort, a failed assertion, an uncaught
// exception (which ends in abort), and the exit handlers.
#include <dlfcn.h>

#include <cstdio>
#include <cstring>

#include "interpose/interpose.hpp"
#include "interpose/io/stream_state.hpp"
#include "monitors/events.hpp"
#include "runtime/child_processes.hpp"
#include "runtime/exit_handlers.hpp"
#include "runtime/library_state.hpp"
#include "runtime/process_end.hpp"
#include "runtime/root.hpp"
#include "runtime/stack_capture.hpp"
#include "runtime/uncaught_exception.hpp"

namespace heddle::native {
namespace {

// Returns whether the objects of a library, given by its handle, outlive every execution: the
// runtime and the C++ runtime. (The caller's address would not do: compilers call this function in
// tail position.)
bool outlives_executions(const void* library) {
  Dl_info info;
  if (library == nullptr || ::dladdr(library, &info) == 0 || info.dli_fname == nullptr)
    return false;
  return std::strstr(info.dli_fname, "libstdc++") != nullptr ||
         std::strstr(info.dli_fname, "libheddle") != nullptr;
}

using Handler = void (*)(void*);

// A function of atexit has no parameter and ignores the argument.
Handler without_argument(void (*function)()) { return reinterpret_cast<Handler>(function); }

// Whether abort was called by a function of the C++ runtime, and which.
const char* why_aborted() {
  const char* reason = "abort was called";
  Site frames[8];
  const std::size_t count = capture_stack(frames);
  for (std::size_t i = 0; i < count; ++i) {
    Dl_info info;
    // A call that does not return may be the last instruction of its function.
    const auto* const address = reinterpret_cast<const char*>(frames[i]) - 1;
    if (::dladdr(address, &info) == 0 || info.dli_sname == nullptr) continue;
    if (std::strcmp(info.dli_sname, "__cxa_pure_virtual") == 0)
      return "a pure virtual function was called";
    if (std::strcmp(info.dli_sname, "_ZSt9terminatev") == 0) reason = "std::terminate was called";
  }
  return reason;
}

}  // namespace

// Other live threads do not continue afterwards, so the end is a scheduling point while there are
// any.
void end_process(int given, Site site) {
  const int status = given & 0xff;  // all that a parent process sees
  if (world().living > 1) {
    scheduling_point({.kind = OpKind::program_end,
                      .object = end_of(world().current),
                      .second = arguments(static_cast<unsigned>(status)),
                      .site = site});
  }
  // The status of a child is an answer to its parent.
  if (status == 0 || is_child_process()) scheduler().finish(site);
  char text[96];
  std::snprintf(text, sizeof text, "the program exited with status %d%s", status,
                world().threads_seen == 1 ? " before it created a thread" : "");
  scheduler().fail(FailureKind::exit, text);
}

void leave_process(Site site) {
  library_state().processes.is_left = 1;
  end_process(0, site);
}

void exit_program(int status, Site site) {
  events::program_ends();
  run_variable_destructors();  // but not those of keys, which belong to a thread's end
  run_program_exit_handlers(status);
  flush_streams();
  end_process(status, site);
}

void end_thread(void* result) {
  if (world().living == 1) exit_program(0);
  scheduler().exit_thread(result);
}

HEDDLE_INTERPOSE void exit(int status) {
  if (!controlled()) {
    real().exit(status);
    __builtin_unreachable();
  }
  exit_program(status, HEDDLE_CALLER);
}

HEDDLE_INTERPOSE void _exit(int status) {
  if (!controlled()) {
    real()._exit(status);
    __builtin_unreachable();
  }
  end_process(status, HEDDLE_CALLER);
}

HEDDLE_INTERPOSE void _Exit(int status) {
  if (!controlled()) {
    real()._exit(status);
    __builtin_unreachable();
  }
  end_process(status, HEDDLE_CALLER);
}

HEDDLE_INTERPOSE void quick_exit(int status) {
  if (!controlled()) {
    call_real<void>("quick_exit", status);
    __builtin_unreachable();
  }
  run_quick_exit_handlers();
  end_process(status, HEDDLE_CALLER);
}

HEDDLE_INTERPOSE int __cxa_at_quick_exit(void (*function)(void*), void* library) {
  if (controlled()) {
    at_quick_exit(function);
    return 0;
  }
  if (!outlives_executions(library)) {
    map_world();
    at_quick_exit(function);
  }
  return call_real<int>("__cxa_at_quick_exit", function, library);
}

HEDDLE_INTERPOSE void abort() {
  if (!controlled()) {
    real().abort();
    __builtin_unreachable();
  }
  const UncaughtException exception = uncaught_exception();
  if (exception.type == nullptr) {
    scheduler().fail(FailureKind::crash, why_aborted());
  }
  scheduler().fail_with_exception(exception.type, exception.what != nullptr ? exception.what : "");
}

HEDDLE_INTERPOSE void __assert_fail(const char* expression, const char* file, unsigned line,
                                    const char* function) {
  char text[900];
  std::snprintf(text, sizeof text, "assertion `%s' failed", expression);
  if (!controlled()) {
    report_failed_assertion(text);
    real().assert_fail(expression, file, line, function);
    __builtin_unreachable();
  }
  scheduler().fail(FailureKind::assertion, text);
}

HEDDLE_INTERPOSE int __cxa_atexit(void (*function)(void*), void* argument, void* library) {
  if (controlled()) {
    at_program_exit(function, argument);
    return 0;
  }
  if (!outlives_executions(library)) note_early_exit_handler(function, argument);
  return real().cxa_atexit(function, argument, library);
}

// The C library links these two statically into each program, where they would be code without
// instrumentation.
HEDDLE_INTERPOSE int atexit(void (*function)()) {
  return __cxa_atexit(without_argument(function), nullptr, nullptr);
}

HEDDLE_INTERPOSE int at_quick_exit(void (*function)()) {
  return __cxa_at_quick_exit(without_argument(function), nullptr);
}

HEDDLE_INTERPOSE int on_exit(void (*function)(int, void*), void* argument) {
  if (!controlled()) {
    map_world();
    at_program_exit_with_status(function, argument);
    return HEDDLE_ORIGINAL(on_exit)(function, argument);
  }
  at_program_exit_with_status(function, argument);
  return 0;
}

HEDDLE_INTERPOSE int __cxa_thread_atexit_impl(void (*function)(void*), void* argument,
                                              void* library) {
  if (!controlled()) return real().cxa_thread_atexit_impl(function, argument, library);
  at_thread_exit(function, argument);
  return 0;
}

}  // namespace heddle::native
