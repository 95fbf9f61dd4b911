// Turns the signals of a crash into failures of the explored program, and the faults of
// write-protected pages into notes of what is dirty.
#pragma once

#include "runtime/fork_guard.hpp"
#include "runtime/world.hpp"

namespace heddle::native {

// Installs the handlers, on a stack of their own.  REQUIRES: called once, on the process's real
// thread.
void install_crash_guard();

// The signal by which a watching process says: this program has made no step for a long time.
int watchdog_signal();

// Ends the process when the program has written over what we know about it, or when it is a copy
// that the program has made: there is one search, and it is not in there.
[[noreturn]] void end_ruined_process();
inline void check_intact() {
  if (is_copy() || world().intact != WorldHead::kIntact) [[unlikely]]
    end_ruined_process();
}

}  // namespace heddle::native
