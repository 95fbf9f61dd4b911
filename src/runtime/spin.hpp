// Telling a spinning thread from a working one.
//
// A thread that repeats an atomic operation which changes nothing, and says that it is only passing
// time (a yield call, a pause instruction), is spinning.  libstdc++ does so up to sixteen times
// before it sleeps in std::atomic::wait, std::latch and the like; each look would be a scheduling
// point that differs in nothing from the one before.  So up to kFreeRepeats such repeats pass
// without a scheduling point, as long as nobody else moved in between and the value is the same;
// then the thread is paused and shown as yielding, which is what a fair search goes by.
//
// A fair search leaves out schedules in which a yielding thread goes on while others could.  So a
// thread must not be shown as yielding lightly: not when it merely looks twice without a hint, and
// not when it goes on to something else after its hint, as libstdc++ does when it falls asleep.
//
// A loop may look at several cells.  Who goes from one operation in vain to another for a while is
// not called yielding, since it may as well be reading through a table; but it takes time, which
// lets sleeping steps wake up.
#pragma once

#include <cstdint>

#include "core/operation.hpp"
#include "runtime/world.hpp"

namespace heddle::native {

inline constexpr std::uint16_t kFreeRepeats = 32;
inline constexpr std::uint16_t kUnhintedRepeats = 8;
inline constexpr std::uint16_t kStrayHints = 8;
inline constexpr std::uint8_t kIdleChanges = 16;

// The program called sched_yield or the like.
void hint_spinning();

// The hinting thread comes to its next scheduling point: it yields if it tries the same as before,
// or after many hints without that, as in loops of several operations.
void judge_hint(Thread& self, const Operation& operation);

// Whether the atomic operation about to be performed on a cell that holds `value` repeats the
// thread's last one in vain and may pass without a scheduling point.  Also decides whether the
// thread counts as yielding.
bool repeats_again(Thread& self, const Operation& operation, std::uint64_t value);
inline bool repeats_in_vain(Thread& self, const Operation& operation, std::uint64_t value) {
  return self.last_was_idle && repeats_again(self, operation, value);
}

// Whether the thread does so little that time passes meanwhile.
inline bool passes_time(const Thread& thread) {
  return thread.yields || thread.idle_changes == kIdleChanges;
}

// Notes that the atomic operation announced last was performed on a cell that held `value`; `idle`
// when it changed nothing.
inline void note_atomic(Thread& self, std::uint64_t value, bool idle) {
  self.last_value = value;
  self.last_was_idle = idle;
  if (!idle) self.idle_repeats = self.idle_changes = 0;
  self.last_step = static_cast<std::uint32_t>(world().steps);
  self.hinted = false;
}

}  // namespace heddle::native
