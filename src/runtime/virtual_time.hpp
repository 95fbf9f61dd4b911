// The program's clocks.  They stand still while threads run; readiness.cpp says when they advance.
#pragma once

#include <time.h>

#include <cstdint>

namespace heddle::native {

// What a clock shows now.
timespec virtual_now(clockid_t clock);

// An absolute time on a clock, or a span from now, as nanoseconds of virtual time.
std::uint64_t virtual_deadline(clockid_t clock, const timespec& absolute);
std::uint64_t virtual_deadline_after(const timespec& span);

// A thread that does nothing but look at the clock waits for it to move: after many looks in a row
// each one lets time pass, so that a loop until a deadline ends.
void note_clock_read();

}  // namespace heddle::native
