// Interposes the signal functions.  Their semantics under control are in runtime/signals.hpp.
#include <signal.h>
#include <unistd.h>

#include <cerrno>

#include "interpose/interpose.hpp"
#include "interpose/memory/library_access.hpp"
#include "monitors/events.hpp"
#include "runtime/library_state.hpp"
#include "runtime/number_of.hpp"
#include "runtime/program_code.hpp"
#include "runtime/signals.hpp"
#include "runtime/thread_handle.hpp"

namespace heddle::native {
namespace {

bool is_signal(int signal) { return signal > 0 && signal < 65; }

int error(int number) {
  errno = number;
  return -1;
}

int change_mask(int how, const sigset_t* set, sigset_t* old) {
  const std::uint64_t before = current_thread().blocked_signals;
  if (old != nullptr) *old = set_of(before);
  if (set == nullptr) return 0;
  const std::uint64_t bits = bits_of(*set);
  if (how == SIG_BLOCK) {
    block_signals(before | bits);
  } else if (how == SIG_UNBLOCK) {
    block_signals(before & ~bits);
  } else if (how == SIG_SETMASK) {
    block_signals(bits);
  } else {
    return EINVAL;
  }
  return 0;
}

// The disposition of a signal.
ObjectId disposition_of(int signal) {
  return object_of(&library_state().dispositions[static_cast<std::size_t>(signal)]);
}

// Setting a handler and sending the signal are steps with its disposition as their object.
void use_disposition(int signal, OpKind kind, ObjectId others, Site site) {
  scheduling_point(
      {.kind = kind, .size = 1, .object = disposition_of(signal), .second = others, .site = site});
  events::ordered_after(disposition_of(signal));
}

void change_disposition(int signal, const struct sigaction& action) {
  note_atomic_change(MemoryChange::some);
  set_action(signal, action);
  events::ordered_before(disposition_of(signal));
}

void send(int signal, Site site) {
  use_disposition(signal, OpKind::atomic_load, arguments(number_of(signal)), site);
  if ((action_of(signal).sa_flags & static_cast<int>(SA_RESETHAND)) != 0) {
    note_atomic_change(MemoryChange::some);
    // The operation names it as read.
    events::accesses_widely(static_cast<std::uintptr_t>(disposition_of(signal)), 1, true, 0);
  }
  deliver(signal);
}

sighandler_t set_handler(int signal, sighandler_t handler, int flags, Site site) {
  if (!is_signal(signal) || signal == SIGKILL || signal == SIGSTOP) {
    errno = EINVAL;
    return SIG_ERR;
  }
  use_disposition(signal, OpKind::atomic_update, arguments(number_of(handler), number_of(flags)),
                  site);
  const struct sigaction before = action_of(signal);
  struct sigaction action {};
  action.sa_handler = handler;
  action.sa_flags = flags;
  change_disposition(signal, action);
  return before.sa_handler;
}

int wait_for_signal(const sigset_t* set) {
  const int signal = take_pending(bits_of(*set));
  if (signal != 0) return signal;
  scheduler().refuse(
      "the program waits for a signal from another process: Heddle explores one process; run this "
      "part without Heddle");
}

}  // namespace

HEDDLE_INTERPOSE int sigaction(int signal, const struct sigaction* action,
                               struct sigaction* old) noexcept {
  if (!controlled()) return call_real<int>("sigaction", signal, action, old);
  if (!is_signal(signal)) return error(EINVAL);
  const bool has_buffers = is_program_code(HEDDLE_CALLER);
  use_disposition(signal, action == nullptr ? OpKind::atomic_load : OpKind::atomic_update,
                  arguments(number_of(action), number_of(old)), HEDDLE_CALLER);
  if (has_buffers && action != nullptr) {
    access_in_step(reading(action, sizeof *action), HEDDLE_CALLER);
  }
  const struct sigaction before = action_of(signal);
  const bool is_fixed = signal == SIGKILL || signal == SIGSTOP;
  if (action != nullptr && is_fixed) return error(EINVAL);
  if (action != nullptr) change_disposition(signal, *action);
  if (has_buffers && old != nullptr) access_in_step(writing(old, sizeof *old), HEDDLE_CALLER);
  if (old != nullptr) *old = before;
  return 0;
}

HEDDLE_INTERPOSE sighandler_t signal(int signal, sighandler_t handler) noexcept {
  if (!controlled()) return call_real<sighandler_t>("signal", signal, handler);
  return set_handler(signal, handler, SA_RESTART, HEDDLE_CALLER);
}

HEDDLE_INTERPOSE sighandler_t sysv_signal(int signal, sighandler_t handler) noexcept {
  if (!controlled()) return call_real<sighandler_t>("sysv_signal", signal, handler);
  return set_handler(signal, handler, static_cast<int>(SA_RESETHAND) | SA_NODEFER, HEDDLE_CALLER);
}

HEDDLE_INTERPOSE int raise(int signal) noexcept {
  if (!controlled()) return real().raise(signal);
  if (!is_signal(signal)) return signal == 0 ? 0 : error(EINVAL);
  send(signal, HEDDLE_CALLER);
  return 0;
}

HEDDLE_INTERPOSE int kill(pid_t process, int signal) noexcept {
  if (!controlled()) return call_real<int>("kill", process, signal);
  if (process != ::getpid()) {
    scheduler().refuse(
        "the program sends a signal to another process: Heddle cannot undo that; run this part "
        "without Heddle");
  }
  if (!is_signal(signal)) return signal == 0 ? 0 : error(EINVAL);
  send(signal, HEDDLE_CALLER);
  return 0;
}

HEDDLE_INTERPOSE int pthread_kill(pthread_t handle, int signal) noexcept {
  if (!controlled()) return call_real<int>("pthread_kill", handle, signal);
  const Thread* const thread = find_thread(handle);
  if (thread == nullptr) return ESRCH;
  if (!is_signal(signal)) return signal == 0 ? 0 : EINVAL;
  if (thread->id != world().current) {
    scheduler().refuse(
        "the program sends a signal to another of its threads (pthread_kill): Heddle does not "
        "support that; use raise, or run this part without Heddle");
  }
  send(signal, HEDDLE_CALLER);
  return 0;
}

HEDDLE_INTERPOSE int pthread_sigmask(int how, const sigset_t* set, sigset_t* old) noexcept {
  if (!controlled()) return real().pthread_sigmask(how, set, old);
  return change_mask(how, set, old);
}

HEDDLE_INTERPOSE int sigprocmask(int how, const sigset_t* set, sigset_t* old) noexcept {
  if (!controlled()) return call_real<int>("sigprocmask", how, set, old);
  const int problem = change_mask(how, set, old);
  return problem == 0 ? 0 : error(problem);
}

HEDDLE_INTERPOSE int sigpending(sigset_t* into) noexcept {
  if (!controlled()) return call_real<int>("sigpending", into);
  *into = set_of(current_thread().pending_signals);
  return 0;
}

HEDDLE_INTERPOSE int sigwait(const sigset_t* set, int* into) {
  if (!controlled()) return call_real<int>("sigwait", set, into);
  *into = wait_for_signal(set);
  return 0;
}

HEDDLE_INTERPOSE int sigwaitinfo(const sigset_t* set, siginfo_t* into) {
  if (!controlled()) return call_real<int>("sigwaitinfo", set, into);
  const int signal = wait_for_signal(set);
  if (into != nullptr) {
    *into = {};
    into->si_signo = signal;
  }
  return signal;
}

// The handlers of our own signals have a stack that must stay in place.
HEDDLE_INTERPOSE int sigaltstack(const stack_t* stack, stack_t* old) noexcept {
  if (!controlled()) return call_real<int>("sigaltstack", stack, old);
  if (old != nullptr) *old = {.ss_sp = nullptr, .ss_flags = SS_DISABLE, .ss_size = 0};
  return 0;
}

}  // namespace heddle::native
