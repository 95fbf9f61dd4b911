#include "runtime/fault_signals.hpp"

#include <ucontext.h>

#include <cstdio>

#include "runtime/pretended_call.hpp"
#include "runtime/root.hpp"
#include "runtime/scheduler.hpp"
#include "runtime/signals.hpp"

namespace heddle::native {

struct FaultSignal {
  siginfo_t info{};
  ucontext_t context{};
  char text[160] = {};
};

namespace {

FaultSignal& fault() { return static_part(runtime().fault_signal); }

#if !defined(__aarch64__)
[[gnu::force_align_arg_pointer]]
#endif
void run_handler() {
  // Other threads may run before the handler ends, and have faults of their own.
  FaultSignal own = fault();
  own.context.uc_link = nullptr;
  own.context.uc_stack = {};
#if !defined(__aarch64__)
  own.context.uc_mcontext.fpregs = &own.context.__fpregs_mem;
#endif
  const int signal = own.info.si_signo;
  const struct sigaction action = action_of(signal);
  if ((action.sa_flags & static_cast<int>(SA_RESETHAND)) != 0) {
    struct sigaction by_default = {};
    set_action(signal, by_default);
  }
  if ((action.sa_flags & SA_SIGINFO) != 0) {
    action.sa_sigaction(signal, &own.info, &own.context);
  } else {
    action.sa_handler(signal);
  }
  scheduler().fail(FailureKind::crash, own.text,
                   reinterpret_cast<std::uintptr_t>(own.info.si_addr));
}

}  // namespace

bool handles_fault(int signal) {
  const bool is_fault = signal == SIGSEGV || signal == SIGBUS || signal == SIGFPE ||
                        signal == SIGILL || signal == SIGTRAP;
  return is_fault && has_handler(signal);
}

void continue_in_handler(const siginfo_t& info, void* context, const char* text) {
  fault().info = info;
  fault().context = *static_cast<const ucontext_t*>(context);
  std::snprintf(fault().text, sizeof fault().text, "%s, and the program's handler returned", text);
  pretend_call(context, run_handler);
}

}  // namespace heddle::native
