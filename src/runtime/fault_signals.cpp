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
  const int signal = fault().info.si_signo;
  const struct sigaction action = action_of(signal);
  if ((action.sa_flags & SA_SIGINFO) != 0) {
    action.sa_sigaction(signal, &fault().info, &fault().context);
  } else {
    action.sa_handler(signal);
  }
  scheduler().fail(FailureKind::crash, fault().text,
                   reinterpret_cast<std::uintptr_t>(fault().info.si_addr));
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
#if !defined(__aarch64__)
  fault().context.uc_mcontext.fpregs = &fault().context.__fpregs_mem;
#endif
  std::snprintf(fault().text, sizeof fault().text, "%s, and the program's handler returned", text);
  pretend_call(context, run_handler);
}

}  // namespace heddle::native
