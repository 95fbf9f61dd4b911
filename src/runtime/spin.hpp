// Detection of spinning threads.
//
// A thread is spinning if it repeats an atomic operation that changes nothing and hints (a yield
// call, a pause instruction) that it only passes time. libstdc++ does so up to sixteen times
// before it blocks in std::atomic::wait, std::latch and the like.  Each repeat would be a
// scheduling point that does not differ from the previous one.  So up to kFreeRepeats repeats pass
// without a scheduling point, as long as no other thread has run and the value is unchanged.  Then
// the thread is paused and marked as yielding, which a fair search relies on.
//
// A fair search omits schedules in which a yielding thread continues while others are enabled.  So
// a thread must not be marked as yielding without evidence.  It is not marked when it merely
// repeats an operation without a hint.  It is not marked either when a different operation follows
// its hint, as in libstdc++ before it blocks.
//
// A loop may read several cells.  A thread that alternates between idle operations for a while is
// not marked as yielding, because it may be reading through a table.  But it passes time, so timed
// waits of other threads may expire.
#pragma once

#include <cstdint>

#include "core/operation.hpp"
#include "runtime/world.hpp"

namespace heddle::native {

inline constexpr std::uint16_t kFreeRepeats = 32;
inline constexpr std::uint16_t kUnhintedRepeats = 8;
inline constexpr std::uint16_t kStrayHints = 8;
inline constexpr std::uint8_t kIdleChanges = 16;

// Records that the program called sched_yield or a similar function.  Returns whether it only
// repeats such calls: then the thread must pause, since no other operation would let another thread
// run.
bool hint_spinning();

// Judges a hint when the thread reaches its next scheduling point.  The thread yields if it
// repeats its last operation, or after many hints without a repeat, as in loops of several
// operations.
void judge_hint(Thread& self, const Operation& operation);

// Returns whether the next atomic operation, on a cell that holds `value`, repeats the last one
// without effect and may pass without a scheduling point.  Also decides whether the thread counts
// as yielding.
bool repeats_again(Thread& self, const Operation& operation, std::uint64_t value);
inline bool repeats_in_vain(Thread& self, const Operation& operation, std::uint64_t value) {
  return self.last_was_idle && repeats_again(self, operation, value);
}

// Returns whether the thread is so idle that virtual time passes.
inline bool passes_time(const Thread& thread) {
  return thread.yields || thread.idle_changes == kIdleChanges;
}

// Records the cell that a thread reads next, if it passes time.
void note_cell(Thread& self);

// Returns whether a paused thread passes time and would do so again: the cell that it reads next
// has not changed since it was paused.
bool spins_on(const Thread& thread);

// Records that the atomic operation announced last was performed on a cell that held `value`.
// `idle` means that it changed nothing.
inline void note_atomic(Thread& self, std::uint64_t value, bool idle) {
  self.last_value = value;
  self.last_was_idle = idle;
  if (!idle) self.idle_repeats = self.idle_changes = 0;
  self.last_step = static_cast<std::uint32_t>(world().steps);
  self.hinted = false;
}

}  // namespace heddle::native
