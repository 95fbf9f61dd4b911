// Proves that a step never ends.  One thread runs in a step, and nothing from outside reaches it:
// if registers and memory are twice the same in one step, they will be so for ever.
#pragma once

#include "system/relations.hpp"

namespace heddle::native {

// Forgets what was met before.  To be called whenever the program goes on.
void begin_watched_step();

// Compares the interrupted program with what earlier calls in the same step met.  True when its
// state repeats, of which at least three calls are needed.
// REQUIRES: in the handler of a signal that interrupted the program's code; `context` is its third
// argument.
bool state_repeats(const void* context);

// What the step has done to memory as far as state_repeats() took it out of g_memory_change.
MemoryChange change_noted_by_watchdog();

}  // namespace heddle::native
