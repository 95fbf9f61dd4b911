// Finds data races in searches that restore states and keep a visited set, where no detector
// follows an execution from its start.  The accesses of a thread since its last operation
// (Thread::recent) are part of the state.  No release orders them before an access that another
// thread makes now, so if the two conflict, they race.  Conversely, if two accesses can occur in
// either order, some schedule exposes them.  It makes one access right before its thread pauses,
// and the other one while that thread is paused.  So a search of all states finds every data race
// except those that only weak memory orders cause.  See docs/races.md.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/ids.hpp"
#include "core/schedule.hpp"
#include "monitors/block_log.hpp"
#include "races/block_accesses.hpp"
#include "runtime/root.hpp"
#include "system/state_view.hpp"

namespace heddle::native {

// Begins an execution.
void begin_block_races(BlockWatch watch);

// Processes a step of the thread: compares its accesses with those of other threads since their
// last operations, and stores them.
void note_logged_step(ThreadId moved);
inline void note_step(ThreadId moved) {
  if (flags().block_watch == BlockWatch::log) note_logged_step(moved);
}

// Finds further racing pairs of code locations, where accesses are scheduling points because of a
// race.  REQUIRES: accesses are logged (BlockWatch::log).
void note_racing_points(std::span<const ThreadView> threads);

// Two conflicting accesses that were not reported before: at new memory, or from new code
// locations.
struct BlockConflict {
  Schedule schedule;  // ends with the conflict; empty when there are too many
  std::vector<races::Overlap> memory;
};

// Returns the conflicts found since the last call.
std::vector<BlockConflict> take_block_conflicts();

// Returns whether accesses were dropped because a limit was reached.
bool block_races_were_cut();

}  // namespace heddle::native
