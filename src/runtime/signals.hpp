// The program's signal dispositions.  Its handlers are never installed in the kernel.  The runtime
// delivers the signals that the program sends to itself: at the time of sending, on the sending
// thread.
#pragma once

#include <signal.h>

#include <array>
#include <cstdint>

namespace heddle::native {

struct SignalTable {
  std::array<struct sigaction, 65> actions{};
};

// Writes a description such as "SIGTERM (signal 15)" to `into`, which has room for 64 characters.
void describe_signal(int signal, char* into);

// Returns the program's disposition of a signal, or the default if it set none.
struct sigaction action_of(int signal);
void set_action(int signal, const struct sigaction& action);

// Returns whether the program has set a handler for the signal.
bool has_handler(int signal);

// Delivers a signal to the current thread: ignores it, calls the handler, keeps it pending until
// it is unblocked, or ends the execution as the default action does.
void deliver(int signal);

// Delivers the signal of a write to a pipe without readers.  The error code of the write is
// separate.
void deliver_broken_pipe();

// Sets the blocked signals of the current thread and delivers pending signals that became
// unblocked.
void block_signals(std::uint64_t mask);

// Takes one pending signal of the current thread; 0 when there is none.
int take_pending(std::uint64_t among);

// Convert between signal sets and bit masks; signal 1 is the lowest bit.
std::uint64_t bits_of(const sigset_t& set);
sigset_t set_of(std::uint64_t bits);

}  // namespace heddle::native
