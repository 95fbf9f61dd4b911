// Deferred cancellation: a thread that was asked to end does so at its next cancellation point, or
// at the one where it waits.  What it runs then is in thread_end.hpp.
#pragma once

#include "runtime/scheduling_point.hpp"
#include "runtime/thread_end.hpp"
#include "runtime/world.hpp"

namespace heddle::native {

// Thread::cancellation.
inline constexpr std::uint16_t kCancellationDisabled = 1;
inline constexpr std::uint16_t kCancellationPending = 2;
inline constexpr std::uint16_t kThreadEnds = 4;  // it is on its way out, and cannot be cancelled
inline constexpr std::uint16_t kAtCancellationPoint = 8;

// Whether the thread is at a cancellation point and will not go on from there.
inline bool is_cancelled(const Thread& thread) {
  return thread.cancellation == (kCancellationPending | kAtCancellationPoint);
}

inline void enter_cancellation_point(Thread& self) { self.cancellation |= kAtCancellationPoint; }
inline void leave_cancellation_point(Thread& self) {
  self.cancellation &= static_cast<std::uint16_t>(~kAtCancellationPoint);
}

// Destructors and cleanup handlers of the current thread, then its end.
[[noreturn]] inline void end_cancelled_thread() {
  note_outcome(Outcome::cancelled);
  unwind_thread(PTHREAD_CANCELED);
}

// A scheduling point before an operation that a cancelled thread does not begin: returns only to
// one that may perform it.
inline Thread& cancellation_point(const Operation& operation) {
  enter_cancellation_point(current_thread());
  Thread& self = scheduling_point(operation);
  if (is_cancelled(self)) end_cancelled_thread();
  leave_cancellation_point(self);
  return self;
}

}  // namespace heddle::native
