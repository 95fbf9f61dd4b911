#include "native/crash_guard.hpp"

#include <signal.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>

#include "core/check.hpp"
#include "core/overwritten.hpp"
#include "core/watchdog.hpp"
#include "runtime/endless_step.hpp"
#include "runtime/engine_scope.hpp"
#include "runtime/fault_signals.hpp"
#include "runtime/fiber/fiber_stack.hpp"
#include "runtime/fork_guard.hpp"
#include "runtime/program_code.hpp"
#include "runtime/real_functions.hpp"
#include "runtime/root.hpp"
#include "runtime/scheduler.hpp"
#include "runtime/spin_probe.hpp"
#include "runtime/stack_capture.hpp"
#include "snapshot/dirty_pages.hpp"
#include "snapshot/liveness/protection_fault.hpp"
#include "snapshot/memory_image.hpp"

namespace heddle::native {
namespace {

constexpr std::size_t kHandlerStack = std::size_t{256} << 10;

// A handler that is interrupted by what it was called for does not come far: what it goes by was
// written over.  A few levels happen by themselves, as when the watchdog barks at a page fault.
constexpr unsigned kDeepest = 8;

// Returns whether the program has written over the library's data.  The word lies apart from the
// root, so a program that overwrites much of the data changes one of the two.
bool is_overwritten() {
  static constinit volatile unsigned untouched = 0;
  return untouched != 0;
}

class Nested {
 public:
  Nested() {
    if (++runtime().handler_depth > kDeepest || is_overwritten()) {
      raw_syscall(SYS_exit_group, kOverwrittenStatus);
    }
  }
  ~Nested() { --runtime().handler_depth; }
  Nested(const Nested&) = delete;
  Nested& operator=(const Nested&) = delete;
};

[[noreturn]] void fail_there(Site place, FailureKind kind, const char* message,
                             std::uintptr_t address = 0) {
  runtime().handler_depth = 0;  // the handlers are left for good
  scheduler().fail_at(place, kind, message, address);
}

const char* describe(ProtectionFault::Cause cause) {
  switch (cause) {
    case ProtectionFault::Cause::privileged:
      return "privileged instruction (SIGSEGV)";
    case ProtectionFault::Cause::misaligned:
      return "misaligned access by a vector instruction (SIGSEGV)";
    case ProtectionFault::Cause::wild_address:
      return "wild pointer: non-canonical address (SIGSEGV)";
    case ProtectionFault::Cause::unknown:
      break;
  }
  return "invalid memory access (SIGSEGV)";
}

const char* describe(int signal, int code, std::uintptr_t address) {
  switch (signal) {
    case SIGSEGV:
      if (address < 4096) return "null pointer dereference (SIGSEGV)";
      return "invalid memory access (SIGSEGV)";
    case SIGBUS:
      return "misaligned or invalid memory access (SIGBUS)";
    case SIGFPE:
      return "arithmetic error, e.g. a division by zero (SIGFPE)";
    case SIGILL:
      if (code == ILL_PRVOPC || code == ILL_PRVREG) {
        return "privileged instruction (SIGILL)";
      }
      return "illegal instruction (SIGILL)";
    case SIGTRAP:
      return "trap instruction (SIGTRAP)";
    case SIGABRT:
      return "the C library aborted the program (SIGABRT)";
    case SIGSYS:
      return "forbidden system call (SIGSYS)";
    default:
      return "fatal signal";
  }
}

// The instruction that was interrupted.  After a call through a null pointer it is the caller's
// that counts.
Site interrupted(const void* context) {
  const auto& machine = static_cast<const ucontext_t*>(context)->uc_mcontext;
#if defined(__aarch64__)
  const std::uintptr_t here = machine.pc;
  const std::uintptr_t caller = machine.regs[30];
#else
  const auto here = static_cast<std::uintptr_t>(machine.gregs[REG_RIP]);
  std::uintptr_t caller = 0;
  if (here == 0)
    std::memcpy(&caller, reinterpret_cast<void*>(machine.gregs[REG_RSP]), sizeof caller);
#endif
  return Site{here == 0 ? caller - 1 : here};
}

// Lets the other threads run while the interrupted one stays in its endless step.
void leave_step(void* context, EndlessLoop loop) {
  pause_endless_step(context, loop, watchdog_signal(), static_cast<int>(WatchdogOrder::prove));
}

// Looks for the proof that the step does not end, and for what the loop reads.
void prove(void* context) {
  if (!is_probing()) {
    // Our code cannot be left: a later signal comes elsewhere in the loop.
    if (state_repeats(context) && !is_ours(interrupted(context))) begin_spin_probe();
    return;
  }
  if (!probe_has_waited()) return;
  if (is_ours(interrupted(context))) return;
  end_spin_probe();
  if (scheduler().leaves_endless_steps() && is_program_code(interrupted(context))) {
    return leave_step(context, EndlessLoop::seen);
  }
  fail_there(interrupted(context), FailureKind::livelock, kEndlessStep);
}

// The loop reads memory that another thread may change.
void end_probed_step(void* context) {
  if (world().living == 1) {
    fail_there(interrupted(context), FailureKind::livelock, kEndlessStep);
  }
  note_unseen_spin(interrupted(context));
  leave_step(context, EndlessLoop::unseen);
}

// The order is the value of the signal; without one, as from `kill`, the step is to fail.
void obey(const siginfo_t& info, void* context) {
  const bool has_order = info.si_code == SI_QUEUE || info.si_code == SI_TIMER;
  const auto order =
      has_order ? static_cast<WatchdogOrder>(info.si_value.sival_int) : WatchdogOrder::fail;
  if (order != WatchdogOrder::prove) end_spin_probe();
  switch (order) {
    case WatchdogOrder::stop:
      runtime().handler_depth = 0;
      scheduler().interrupt();
    case WatchdogOrder::prove:
      return prove(context);
    case WatchdogOrder::fail:
      break;
  }
  fail_there(interrupted(context), FailureKind::livelock,
             "non-terminating step: the program runs longer than --max-step-time without reaching "
             "a scheduling point");
}

// Runs on the handlers' own stack, with the thread pointer of the interrupted code.
void handle(int signal, siginfo_t* info, void* context) {
  const Nested nested;
  const auto address = reinterpret_cast<std::uintptr_t>(info->si_addr);
  if (signal == SIGSEGV) {
    const ProbedFault fault = probed_fault(address, interrupted(context));
    if (fault == ProbedFault::found && controlled_quietly()) return end_probed_step(context);
    if (fault != ProbedFault::none) return;
  }
  if (signal == SIGSEGV && flags().exploring &&
      (memory_image().let_write(address) || dirty_pages().let_write(address) ||
       enable_stack_page(address))) {
    return;
  }
  // The engine is busy, not the program; the World may be half restored.
  if (signal == watchdog_signal() && !controlled_quietly()) return;
  if (signal == SIGSEGV || signal == SIGBUS) abandon_walk();
  if (flags().exploring) check_intact();
  if (!controlled_quietly()) {
    // Ours: say so and die by the default action, so that the parent sees the signal too.
    char text[128];
    std::snprintf(text, sizeof text,
                  "heddle: internal error: signal %d at address %#lx in the runtime\n", signal,
                  static_cast<unsigned long>(address));
    (void)!::write(STDERR_FILENO, text, std::strlen(text));
    check_failed("no signal in the engine", __FILE__, __LINE__, "the engine crashed");
  }
  if (signal == watchdog_signal()) return obey(*info, context);
  if (signal == SIGSEGV && in_stack_guard(world().current, address)) {
    fail_there(interrupted(context), FailureKind::crash, "stack overflow", address);
  }
  if (handles_fault(signal) && !is_ours(interrupted(context))) {
    return continue_in_handler(*info, context, describe(signal, info->si_code, address));
  }
  // The kernel knows no address.
  if (signal == SIGSEGV && info->si_code == SI_KERNEL) {
    const ProtectionFault fault = protection_fault(*static_cast<const ucontext_t*>(context));
    fail_there(interrupted(context), FailureKind::crash, describe(fault.cause), fault.address);
  }
  fail_there(interrupted(context), FailureKind::crash, describe(signal, info->si_code, address),
             address);
}

}  // namespace

void end_ruined_process() {
  raw_syscall(SYS_exit_group, is_copy() ? 0 : kOverwrittenStatus);
  __builtin_unreachable();
}

int watchdog_signal() { return SIGXCPU; }

void install_crash_guard() {
  // The unwinder sets itself up at its first use, which must not be inside an execution: its data
  // is not rolled back.
  memory_image();
  Site warm_up[1];
  capture_stack(warm_up);
  prepare_protection_faults();
  void* const memory =
      ::mmap(nullptr, kHandlerStack, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  HEDDLE_CHECK(memory != MAP_FAILED, "no memory for the signal stack");
  stack_t stack{};
  stack.ss_sp = memory;
  stack.ss_size = kHandlerStack;
  ::sigaltstack(&stack, nullptr);

  struct sigaction action {};
  action.sa_sigaction = handle;
  // Not deferred: a handler that ends the execution never returns.
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
  sigemptyset(&action.sa_mask);
  for (const int signal :
       {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGSYS, watchdog_signal()}) {
    ::sigaction(signal, &action, nullptr);
  }
  // The runtime delivers SIGPIPE itself where a write has no reader; see signals.hpp.
  ::signal(SIGPIPE, SIG_IGN);
}

}  // namespace heddle::native
