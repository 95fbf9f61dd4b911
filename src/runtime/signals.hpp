// What the program does about signals.  Its handlers are never given to the kernel: those signals
// that it sends to itself are delivered by us, when it sends them, on the thread that does.
#pragma once

#include <signal.h>

#include <array>
#include <cstdint>

namespace heddle::native {

struct SignalTable {
  std::array<struct sigaction, 65> actions{};
};

// "SIGTERM (signal 15)"; in `into`, which has room for 64 characters.
void describe_signal(int signal, char* into);

// The program's choice for a signal, as far as it made one.
struct sigaction action_of(int signal);
void set_action(int signal, const struct sigaction& action);

// Delivers to the current thread: ignores it, calls the handler, keeps it until it is unblocked, or
// ends the execution as the default action does.
void deliver(int signal);

// What a write to nobody brings, besides its error.
void deliver_broken_pipe();

// Changes which signals are blocked in the current thread, and delivers what was kept.
void block_signals(std::uint64_t mask);

// Takes one of the signals that were kept for the current thread; 0 when there is none.
int take_pending(std::uint64_t among);

// Signal sets as bits, signal 1 being the lowest.
std::uint64_t bits_of(const sigset_t& set);
sigset_t set_of(std::uint64_t bits);

}  // namespace heddle::native
