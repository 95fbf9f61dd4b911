// Timers that a descriptor reports (timerfd), on virtual time.
//
// Such a descriptor is an eventfd: it can be polled, and a read returns the number of expirations
// since the last read.  When virtual time reaches an expiry, Heddle adds to it.  A thread that
// waits for any descriptor therefore waits until the next expiry at most: which descriptors a timer
// makes ready, the kernel alone knows (epoll).
#pragma once

#include <time.h>

#include <cstdint>

namespace heddle::native {

// Return the descriptor, or the error number of the call.
struct TimerResult {
  int descriptor = -1;
  int error = 0;
};
TimerResult create_timer(clockid_t clock, int flags);
int set_timer(int descriptor, bool is_absolute, const itimerspec& time);
int read_timer(int descriptor, itimerspec& into);

bool is_timer(int descriptor);
// Called before a descriptor is closed.
void close_timer(int descriptor);

// Returns the earliest expiry; kNever if no timer runs.
std::uint64_t next_expiry();

// Lets timers expire.  Called after virtual time has passed.
void expire_timers();

// Called at the end of an execution, which closes the descriptors.
void forget_timers();

}  // namespace heddle::native
