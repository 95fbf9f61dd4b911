// Where a fiber hands control back.  Every visible operation passes through here before it is
// performed.
#pragma once

#include "core/operation.hpp"
#include "monitors/memory_check.hpp"
#include "monitors/side_effect_log.hpp"
#include "monitors/step_recorder.hpp"
#include "runtime/readiness.hpp"
#include "runtime/scheduler.hpp"
#include "runtime/spin.hpp"
#include "runtime/world.hpp"

namespace heddle::native {

inline constexpr std::uint32_t kAloneSteps = 64;

// Whether nobody could tell when the current thread does something.
inline bool is_unobserved() {
  return world().living == 1 && (world().unjoined == 0 || !g_reorders);
}

// Pauses the current thread before `operation`; returns it when it may perform it.  A thread that
// lives alone is not paused where it has no choice: nobody could tell the difference.
inline Thread& pause_before(const Operation& operation) {
  World& world = native::world();
  Thread& self = current_thread();
  if (is_unobserved() && self.life == Life::running && ++world.steps_alone % kAloneSteps != 0) {
    self.pending = operation;
    self.alternative = 0;
    if (alternatives(self) == 1) {
      if (StepRecorder* recorder = scheduler().recorder()) recorder->passed();
      return self;
    }
  }
  if (self.hinted) judge_hint(self, operation);
  scheduler().announce(operation);
  return self;
}

// The same, and the operation's object must still be there.
inline Thread& scheduling_point(const Operation& operation) {
  Thread& self = pause_before(operation);
  check_object(operation);
  return self;
}

// Arguments of an interposed function that its operation has no place for, as one value for
// Operation::second.  What is in our frames while a thread is paused must follow from its
// operation, see paused_frames.hpp.  kNoObject when all are zero.
template <typename... Numbers>
ObjectId arguments(Numbers... numbers) {
  std::uint64_t mixed = 0;
  ((mixed = (mixed ^ static_cast<std::uint64_t>(numbers)) * 0x9e3779b97f4a7c15ULL), ...);
  return ObjectId{mixed ^ (mixed >> 29)};
}

// Tells the recorder, if any, what the operation being performed did.
inline void note_outcome(Outcome outcome, ThreadId other = kNoThread) {
  if (StepRecorder* recorder = scheduler().recorder()) recorder->outcome(outcome, other);
}

}  // namespace heddle::native
