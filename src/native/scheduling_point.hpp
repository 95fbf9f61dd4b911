// Where a fiber hands control back.  Every visible operation passes through here before it is
// performed.
#pragma once

#include "core/operation.hpp"
#include "native/conductor.hpp"
#include "native/readiness.hpp"
#include "native/spin.hpp"
#include "native/step_recorder.hpp"
#include "native/world.hpp"

namespace heddle::native {

inline constexpr std::uint32_t kAloneSteps = 64;

// Pauses the current thread before `operation`; returns it when it may perform it.  A thread that
// lives alone is not paused where it has no choice: nobody could tell the difference.
inline Thread& scheduling_point(const Operation& operation) {
  World& world = native::world();
  Thread& self = thread(world.current);
  if (world.living == 1 && self.life == Life::running && ++world.steps_alone % kAloneSteps != 0) {
    self.pending = operation;
    self.alternative = 0;
    if (alternatives(self) == 1) return self;
  }
  if (self.hinted) judge_hint(self, operation);
  conductor().announce(operation);
  return self;
}

// Tells the recorder, if any, what the operation being performed did.
inline void note_outcome(Outcome outcome, ThreadId other = kNoThread) {
  if (StepRecorder* recorder = conductor().recorder()) recorder->outcome(outcome, other);
}

}  // namespace heddle::native
