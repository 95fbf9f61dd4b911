#include "worker/action_guard.hpp"

#include <setjmp.h>
#include <signal.h>

#include <cstdio>
#include <cstring>
#include <string>

#include "runtime/root.hpp"

namespace heddle::worker {
namespace {

constexpr int kSignals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT};

sigjmp_buf g_return;  // to the call in progress
constinit volatile bool g_is_calling = false;
constinit FailureKind g_kind = FailureKind::crash;
constinit char g_message[900] = {};

alignas(16) char g_stack[std::size_t{64} << 10];  // for the handler, after a stack overflow

[[noreturn]] void leave(FailureKind kind, const char* message) {
  g_kind = kind;
  std::snprintf(g_message, sizeof g_message, "%s", message);
  siglongjmp(g_return, 1);
}

void crashed(int signal) {
  if (!g_is_calling) {
    ::signal(signal, SIG_DFL);
    ::raise(signal);
    return;
  }
  char text[128];
  std::snprintf(text, sizeof text, "signal %d (%s) in a function of the model", signal,
                ::strsignal(signal));
  leave(FailureKind::crash, text);
}

void assertion_failed(const char* message) {
  if (g_is_calling) leave(FailureKind::assertion, message);
}

}  // namespace

ActionGuard::ActionGuard() {
  stack_t stack = {};
  stack.ss_sp = g_stack;
  stack.ss_size = sizeof g_stack;
  ::sigaltstack(&stack, nullptr);
  struct sigaction action = {};
  action.sa_handler = crashed;
  // The handler is left by a jump, after which the signal may be raised once more.
  action.sa_flags = SA_ONSTACK | SA_NODEFER;
  for (const int signal : kSignals) ::sigaction(signal, &action, nullptr);
  native::runtime().model_hooks.assertion_failed = assertion_failed;
}

bool ActionGuard::call(void (*function)(void*), void* argument, Failure& failure) {
  g_is_calling = true;
  if (sigsetjmp(g_return, 0) == 0) {
    function(argument);
    g_is_calling = false;
    return true;
  }
  g_is_calling = false;
  failure.kind = g_kind;
  failure.message = g_message;
  return false;
}

}  // namespace heddle::worker
