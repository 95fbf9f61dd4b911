// Proves that a step does not terminate.  Only one thread runs in a step, without input from
// outside.  If registers and memory repeat within a step, they repeat indefinitely.
#pragma once

#include "system/relations.hpp"

namespace heddle::native {

// Clears the states recorded in the previous step.  REQUIRES: called whenever the program resumes.
void begin_watched_step();

// Forgets the recorded states: another thread may run next within the step.
void forget_watched_states();

// Compares the interrupted program with the states that earlier calls in the same step recorded.
// Returns true when its state repeats, which takes at least three calls.  REQUIRES: called in the
// handler of a signal that interrupted the program's code; `context` is the handler's third
// argument.
bool state_repeats(const void* context);

// Returns the memory changes of the step that state_repeats() removed from flags().memory_change.
MemoryChange change_noted_by_watchdog();

}  // namespace heddle::native
