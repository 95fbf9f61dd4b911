// The program's clocks.  They do not advance while threads run; readiness.cpp defines when they
// do.  Before the exploration they advance with every read, so that a constructor which waits for
// a time comes to its end.
#pragma once

#include <time.h>

#include <cstdint>

namespace heddle::native {

struct Thread;

// Lets time pass before the exploration.
void pass_early_time(std::uint64_t span);

// Returns the present time since the program's start, and that of a clock.
std::uint64_t virtual_now();
timespec virtual_now(clockid_t clock);

// Convert an absolute time on a clock, or a span from now, to nanoseconds of virtual time.
std::uint64_t virtual_deadline(clockid_t clock, const timespec& absolute);
std::uint64_t virtual_deadline_after(const timespec& span);

// Returns whether the announced operation may be of a loop that waits for a time: it changes
// nothing that other threads see, or takes it back.
bool may_wait_for_time(const Thread& thread);

// Counts a read of the clock by the current thread, and returns how long it takes.  At first it
// takes no time.  But a thread with many reads and no other operations than those waits for the
// clock to advance.
std::uint64_t time_of_clock_read();

}  // namespace heddle::native
