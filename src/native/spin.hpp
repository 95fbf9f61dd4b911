// Telling a spinning thread from a working one.
//
// A thread that repeats an atomic operation which changes nothing, and says that it is only passing
// time (a yield call, a pause instruction), is spinning.  libstdc++ does so up to sixteen times
// before it sleeps in std::atomic::wait, std::latch and the like; each look would be a scheduling
// point that differs in nothing from the one before.  So up to kFreeRepeats such repeats pass
// without a scheduling point, as long as nobody else moved in between and the value is the same;
// then the thread is paused and shown as yielding, which is what a fair search goes by.
//
// Without a hint a repeat is never let through; a thread that repeats often is shown as yielding.
// Not one that merely looks twice: a fair search would leave out schedules of a program that does
// not spin at all.
#pragma once

#include <cstdint>

#include "core/operation.hpp"
#include "native/world.hpp"

namespace heddle::native {

inline constexpr std::uint16_t kFreeRepeats = 32;
inline constexpr std::uint16_t kUnhintedRepeats = 8;

// The program called sched_yield or the like.
void hint_spinning();

// Whether the atomic operation about to be performed on a cell that holds `value` repeats the
// thread's last one in vain and may pass without a scheduling point.  Also decides whether the
// thread counts as yielding.
bool repeats_again(Thread& self, const Operation& operation, std::uint64_t value);
inline bool repeats_in_vain(Thread& self, const Operation& operation, std::uint64_t value) {
  return self.last_was_idle && repeats_again(self, operation, value);
}

// Notes that the atomic operation announced last was performed on a cell that held `value`; `idle`
// when it changed nothing.
inline void note_atomic(Thread& self, std::uint64_t value, bool idle) {
  self.last_value = value;
  self.last_was_idle = idle;
  if (!idle) self.idle_repeats = 0;
  self.last_step = world().steps;
  self.hinted = false;
}

}  // namespace heddle::native
