// Deferred cancellation: a thread that was asked to end does so at its next cancellation point, or
// at the one where it waits.  See thread_end.hpp for the cleanup that it then runs.
#pragma once

#include "runtime/scheduling_point.hpp"
#include "runtime/thread_end.hpp"
#include "runtime/world.hpp"

namespace heddle::native {

// Thread::cancellation.
inline constexpr std::uint16_t kCancellationDisabled = 1;
inline constexpr std::uint16_t kCancellationPending = 2;
inline constexpr std::uint16_t kThreadEnds = 4;  // it is ending, and cannot be cancelled
inline constexpr std::uint16_t kAtCancellationPoint = 8;

// Returns whether the thread is at a cancellation point and will not continue from there.
inline bool is_cancelled(const Thread& thread) {
  return thread.cancellation == (kCancellationPending | kAtCancellationPoint);
}

inline void enter_cancellation_point(Thread& self) { self.cancellation |= kAtCancellationPoint; }
inline void leave_cancellation_point(Thread& self) {
  self.cancellation &= static_cast<std::uint16_t>(~kAtCancellationPoint);
}

// Runs destructors and cleanup handlers of the current thread, then ends it.
[[noreturn]] inline void end_cancelled_thread() {
  note_outcome(Outcome::cancelled);
  unwind_thread(PTHREAD_CANCELED);
}

// Makes a scheduling point before an operation that a cancelled thread does not begin.  Returns
// only to a thread that may perform it.
inline Thread& cancellation_point(const Operation& operation) {
  enter_cancellation_point(current_thread());
  Thread& self = scheduling_point(operation);
  if (is_cancelled(self)) end_cancelled_thread();
  leave_cancellation_point(self);
  return self;
}

}  // namespace heddle::native
