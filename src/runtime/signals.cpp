#include "runtime/signals.hpp"

#include <string.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "runtime/real_functions.hpp"
#include "runtime/scheduler.hpp"
#include "runtime/world.hpp"

namespace heddle::native {
namespace {

constexpr std::uint64_t bit_of(int signal) { return std::uint64_t{1} << (signal - 1); }

// Returns whether the crash guard needs the signal; the runtime owns its kernel disposition.
bool is_guarded(int signal) {
  return signal == SIGSEGV || signal == SIGBUS || signal == SIGFPE || signal == SIGILL ||
         signal == SIGTRAP || signal == SIGABRT || signal == SIGSYS || signal == SIGXCPU ||
         signal == SIGPIPE;
}

SignalTable& table() {
  World& world = native::world();
  if (world.signals == nullptr) {
    world.signals = static_cast<SignalTable*>(heap().allocate(kMainThread, sizeof(SignalTable)));
    // Take the dispositions that were set before the exploration began.
    for (int signal = 1; signal < 65; ++signal) {
      if (is_guarded(signal)) continue;
      call_real<int>("sigaction", signal, static_cast<const struct sigaction*>(nullptr),
                     &world.signals->actions[static_cast<std::size_t>(signal)]);
    }
  }
  return *world.signals;
}

bool is_ignored_by_default(int signal) {
  return signal == SIGCHLD || signal == SIGURG || signal == SIGWINCH || signal == SIGCONT;
}

void call_handler(int signal, const struct sigaction& action) {
  Thread& self = current_thread();
  const std::uint64_t before = self.blocked_signals;
  self.blocked_signals |= bits_of(action.sa_mask);
  if ((action.sa_flags & SA_NODEFER) == 0) self.blocked_signals |= bit_of(signal);
  if ((action.sa_flags & static_cast<int>(SA_RESETHAND)) != 0) {
    table().actions[static_cast<std::size_t>(signal)].sa_handler = SIG_DFL;
  }
  if ((action.sa_flags & SA_SIGINFO) != 0) {
    siginfo_t info{};
    info.si_signo = signal;
    info.si_code = SI_TKILL;
    action.sa_sigaction(signal, &info, nullptr);
  } else {
    action.sa_handler(signal);
  }
  block_signals(before);
}

}  // namespace

void describe_signal(int signal, char* into) {
  const char* const name = ::sigabbrev_np(signal);
  std::snprintf(into, 64, name != nullptr ? "SIG%s (signal %d)" : "%ssignal %d",
                name != nullptr ? name : "", signal);
}

struct sigaction action_of(int signal) {
  return table().actions[static_cast<std::size_t>(signal)];
}

void set_action(int signal, const struct sigaction& action) {
  table().actions[static_cast<std::size_t>(signal)] = action;
}

bool has_handler(int signal) {
  if (world().signals == nullptr) return false;
  const struct sigaction action = action_of(signal);
  return action.sa_handler != SIG_DFL && action.sa_handler != SIG_IGN;
}

void deliver(int signal) {
  Thread& self = current_thread();
  const struct sigaction action = action_of(signal);
  const bool is_default = action.sa_handler == SIG_DFL && (action.sa_flags & SA_SIGINFO) == 0;
  if (action.sa_handler == SIG_IGN || (is_default && is_ignored_by_default(signal))) return;
  if ((self.blocked_signals & bit_of(signal)) != 0) {
    self.pending_signals |= bit_of(signal);
    return;
  }
  if (!is_default) return call_handler(signal, action);
  char name[64];
  describe_signal(signal, name);
  char text[128];
  std::snprintf(text, sizeof text, "the program terminated itself with %s", name);
  scheduler().fail(FailureKind::crash, text);
}

void deliver_broken_pipe() {
  const int before = errno;
  deliver(SIGPIPE);
  errno = before;
}

void block_signals(std::uint64_t mask) {
  Thread& self = current_thread();
  self.blocked_signals = mask & ~(bit_of(SIGKILL) | bit_of(SIGSTOP));
  while (const int signal = take_pending(~self.blocked_signals)) deliver(signal);
}

int take_pending(std::uint64_t among) {
  Thread& self = current_thread();
  const std::uint64_t ready = self.pending_signals & among;
  if (ready == 0) return 0;
  const int signal = __builtin_ctzll(ready) + 1;
  self.pending_signals &= ~bit_of(signal);
  return signal;
}

std::uint64_t bits_of(const sigset_t& set) {
  std::uint64_t bits;
  std::memcpy(&bits, &set, sizeof bits);
  return bits;
}

sigset_t set_of(std::uint64_t bits) {
  sigset_t set;
  sigemptyset(&set);
  std::memcpy(&set, &bits, sizeof bits);
  return set;
}

}  // namespace heddle::native
