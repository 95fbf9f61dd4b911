// Turns crash signals into failures of the program under test, and faults on write-protected pages
// into records of dirty pages.
#pragma once

#include "runtime/fork_guard.hpp"
#include "runtime/world.hpp"

namespace heddle::native {

// Installs the handlers, on a stack of their own.  REQUIRES: called once, on the process's real
// thread.
void install_crash_guard();

// Returns the signal with which a watchdog process reports that the program has made no step for a
// long time.
int watchdog_signal();

// Ends the process when the program has overwritten the runtime's data, or when it is a copy that
// the program has made: the only search is in the original process.
[[noreturn]] void end_ruined_process();
inline void check_intact() {
  if (is_copy() || world().intact != WorldHead::kIntact) [[unlikely]]
    end_ruined_process();
}

}  // namespace heddle::native
