// Proves that a step does not terminate.  Only one thread runs in a step, without input from
// outside.  If registers and memory repeat within a step, they repeat indefinitely.
#pragma once

#include <cstdint>

#include "system/relations.hpp"

namespace heddle::native {

inline constexpr const char* kEndlessStep =
    "the program repeats one state endlessly without reaching a scheduling point";

// Clears the states recorded in the previous step.  REQUIRES: called whenever the program resumes.
void begin_watched_step();

// Forgets the recorded states: another thread may run next within the step.
void forget_watched_states();

// Compares the interrupted program with the states that earlier calls in the same step recorded.
// Returns true when its state repeats, which takes at least three calls.  REQUIRES: called in the
// handler of a signal that interrupted the program's code; `context` is the handler's third
// argument.
bool state_repeats(const void* context);

// Whether the loop of an endless step reads memory that the instrumentation does not report: then
// another thread may end it.
enum class EndlessLoop : std::uint8_t { seen, unseen };

// Lets the other threads run: when the handler returns, the interrupted thread pauses before the
// end of the execution, for which the scheduler then has a verdict.  From then on, a timer
// interrupts the program often, as other executions reach the same loop.  REQUIRES: as
// state_repeats; the interrupted code is not Heddle's.
void pause_endless_step(void* context, EndlessLoop loop, int timer_signal, int timer_value);

// Returns the memory changes of the step that state_repeats() removed from flags().memory_change.
MemoryChange change_noted_by_watchdog();

}  // namespace heddle::native
