// Interposes the calls that wait for child processes.  A child is a process that another execution
// follows: in this one it has ended, and how is not known.  A caller who asks ends the execution.
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>

#include "interpose/interpose.hpp"
#include "runtime/child_processes.hpp"
#include "runtime/library_state.hpp"
#include "runtime/number_of.hpp"
#include "runtime/process_end.hpp"

namespace heddle::native {
namespace {

struct Wait {
  pid_t child = -1;              // any, if it is negative or zero
  const void* answer = nullptr;  // on how it ended; null: the caller does not ask
  int options = 0;
};

pid_t wait_for_child(const Wait& wait, Site site) {
  const ObjectId processes = object_of(&library_state().processes);
  scheduling_point(
      {.kind = OpKind::atomic_update,
       .size = 1,
       .object = processes,
       .second = arguments(number_of(wait.child), number_of(wait.answer), number_of(wait.options)),
       .site = site});
  const pid_t child = child_to_wait_for(wait.child);
  if (child == 0) {
    errno = ECHILD;
    return -1;
  }
  if (wait.answer != nullptr) leave_process(site);
  note_atomic_change(MemoryChange::some);
  if ((wait.options & WNOWAIT) == 0) note_waited_for(child);
  return child;
}

// One of two answers that the caller asks for.
const void* either(const void* one, const void* other) { return one != nullptr ? one : other; }

}  // namespace

HEDDLE_INTERPOSE pid_t wait(int* status) {
  if (!controlled()) return call_real<pid_t>("wait", status);
  return wait_for_child({.answer = status}, HEDDLE_CALLER);
}

HEDDLE_INTERPOSE pid_t waitpid(pid_t child, int* status, int options) {
  if (!controlled()) return call_real<pid_t>("waitpid", child, status, options);
  return wait_for_child({child, status, options}, HEDDLE_CALLER);
}

HEDDLE_INTERPOSE pid_t wait3(int* status, int options, rusage* usage) noexcept {
  if (!controlled()) return call_real<pid_t>("wait3", status, options, usage);
  return wait_for_child({-1, either(status, usage), options}, HEDDLE_CALLER);
}

HEDDLE_INTERPOSE pid_t wait4(pid_t child, int* status, int options, rusage* usage) noexcept {
  if (!controlled()) return call_real<pid_t>("wait4", child, status, options, usage);
  return wait_for_child({child, either(status, usage), options}, HEDDLE_CALLER);
}

HEDDLE_INTERPOSE int waitid(idtype_t among, id_t id, siginfo_t* into, int options) {
  if (!controlled()) return call_real<int>("waitid", among, id, into, options);
  const pid_t child = among == P_PID ? static_cast<pid_t>(id) : -1;
  return wait_for_child({child, into, options}, HEDDLE_CALLER) < 0 ? -1 : 0;
}

}  // namespace heddle::native
