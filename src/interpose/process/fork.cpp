// Interposes fork and its like, the functions of pthread_atfork and the ids of processes.
#include <unistd.h>

#include "interpose/interpose.hpp"
#include "interpose/memory/heap_lock.hpp"
#include "runtime/child_processes.hpp"

namespace heddle::native {
namespace {

// Returns the result of fork.
pid_t fork_at(Site site) {
  const Thread& self = scheduling_point({.kind = OpKind::process_fork, .value = 2, .site = site});
  if (const char* const sentence = reason_against_fork()) scheduler().refuse(sentence);
  runtime().starts_processes = true;
  if (self.alternative == 0) return go_on_as_parent();
  go_on_as_child();
  return 0;
}

}  // namespace

HEDDLE_INTERPOSE pid_t fork() {
  if (!controlled()) return call_real<pid_t>("fork");
  run_before_fork();
  const pid_t child = fork_at(HEDDLE_CALLER);
  child == 0 ? run_in_child() : run_in_parent();
  return child;
}

HEDDLE_INTERPOSE pid_t _Fork() {
  return controlled() ? fork_at(HEDDLE_CALLER) : call_real<pid_t>("_Fork");
}

// A child that does more than to call _exit or exec has no defined behavior, so it may as well have
// memory of its own.  Under no control it must not be called through a frame of ours, which its
// child would return from: fork does the same, more slowly.
HEDDLE_INTERPOSE pid_t vfork() { return controlled() ? fork_at(HEDDLE_CALLER) : ::fork(); }

HEDDLE_INTERPOSE int __register_atfork(void (*prepare)(), void (*parent)(), void (*child)(),
                                       void* library) {
  if (!is_of_program()) {
    return call_real<int>("__register_atfork", prepare, parent, child, library);
  }
  const HeapLock lock;
  at_fork({prepare, parent, child});
  if (controlled()) return 0;
  return call_real<int>("__register_atfork", prepare, parent, child, library);
}

// The C library links it statically into each program, where it would be code without
// instrumentation.
HEDDLE_INTERPOSE int pthread_atfork(void (*prepare)(), void (*parent)(), void (*child)()) noexcept {
  return __register_atfork(prepare, parent, child, nullptr);
}

HEDDLE_INTERPOSE pid_t getpid() noexcept {
  return controlled_quietly() ? process_id() : static_cast<pid_t>(raw_syscall(SYS_getpid));
}

HEDDLE_INTERPOSE pid_t getppid() noexcept {
  return controlled_quietly() ? parent_process_id() : static_cast<pid_t>(raw_syscall(SYS_getppid));
}

}  // namespace heddle::native
