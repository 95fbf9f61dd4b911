// Scheduling points: the places where a fiber returns control.  Every visible operation passes
// through here before it is performed.
#pragma once

#include "core/operation.hpp"
#include "runtime/memory_layout.hpp"
#include "runtime/readiness.hpp"
#include "runtime/root.hpp"
#include "runtime/scheduler.hpp"
#include "runtime/spin.hpp"
#include "runtime/step_accesses.hpp"
#include "runtime/world.hpp"

namespace heddle::native {

inline constexpr std::uint32_t kAloneSteps = 64;

// Returns whether no other thread can observe when the current thread performs an operation.
inline bool is_unobserved() {
  return world().living == 1 && (world().unjoined == 0 || !flags().reorders);
}

// Pauses the current thread before `operation` and returns its record when it may perform the
// operation.  The only live thread is not paused where it has no choice: the difference would be
// unobservable.  Always inlined, so that the operation is built in its final place, see
// Scheduler::announce.
[[gnu::always_inline]] inline Thread& pause_before(const Operation& operation) {
  World& world = native::world();
  Thread& self = current_thread();
  if (is_unobserved() && self.life == Life::running && ++world.steps_alone % kAloneSteps != 0) {
    self.pending = operation;
    self.alternative = 0;
    if (alternatives(self) == 1) {
      step_accesses().forget_all();
      if (StepObserver* const observer = runtime().observer) observer->passed();
      return self;
    }
  }
  if (self.hinted) judge_hint(self, operation);
  scheduler().announce(operation);
  return self;
}

// Returns whether the object may have ceased to exist.  Static objects exist until the program
// ends.
inline bool may_have_ended(ObjectId object) {
  const auto address = static_cast<std::uintptr_t>(object);
  return (address >= kControlBlockBase && address < kHeapEnd) || world().destroyed != nullptr;
}

// Does the same, and passes the use of the operation's object to the monitors: the object must
// still exist, and a plain write to its memory conflicts with the operation.
[[gnu::always_inline]] inline Thread& scheduling_point(const Operation& operation) {
  const bool has_memory = operation.size != 0 && is_object_operation(operation.kind);
  if (has_memory && flags().reorders) runtime().events.object_reached(operation);
  Thread& self = pause_before(operation);
  if (may_have_ended(operation.object)) runtime().events.object_used(operation);
  if (has_memory) runtime().events.object_accessed(operation);
  return self;
}

// Combines the arguments of an interposed function that have no field in its operation into one
// value for Operation::second.  The contents of runtime frames must follow from the operation
// while a thread is paused, see paused_frames.hpp.  Returns kNoObject when all are zero.
template <typename... Numbers>
ObjectId arguments(Numbers... numbers) {
  std::uint64_t mixed = 0;
  ((mixed = (mixed ^ static_cast<std::uint64_t>(numbers)) * 0x9e3779b97f4a7c15ULL), ...);
  return ObjectId{mixed ^ (mixed >> 29)};
}

// Passes the outcome of the performed operation to the observer, if there is one.
inline void note_outcome(Outcome outcome, ThreadId other = kNoThread) {
  if (StepObserver* const observer = runtime().observer) observer->outcome(outcome, other);
}

}  // namespace heddle::native
