// The program's clocks.  They do not advance while threads run; readiness.cpp defines when they
// do.
#pragma once

#include <time.h>

#include <cstdint>

namespace heddle::native {

// Returns the present time of a clock.
timespec virtual_now(clockid_t clock);

// Convert an absolute time on a clock, or a span from now, to nanoseconds of virtual time.
std::uint64_t virtual_deadline(clockid_t clock, const timespec& absolute);
std::uint64_t virtual_deadline_after(const timespec& span);

// Records a clock read.  A thread that only reads the clock waits for it to advance.  After many
// reads in a row each one lets time pass, so that a loop until a deadline ends.
void note_clock_read();

}  // namespace heddle::native
