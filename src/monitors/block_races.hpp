// Finds data races where states are put back and remembered, and no detector knows an execution
// from its start.  What a thread accessed since its last operation (Thread::recent) is a part of
// the state.  Whatever another thread accesses now comes after no release of that thread, so if the
// two conflict, they race; and where two accesses can come in either order, some schedule has one
// right before its thread pauses and the other one while it is paused.  So a search of all states
// meets every race but those that are owed to weak memory orders alone.  See docs/races.md.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/ids.hpp"
#include "core/schedule.hpp"
#include "monitors/block_log.hpp"
#include "races/block_accesses.hpp"
#include "system/state_view.hpp"

namespace heddle::native {

// An execution begins.
void begin_block_races(BlockWatch watch);

// The thread has made a step: compares what was accessed in it with what others accessed since
// their last operations, and remembers it.
void note_logged_step(ThreadId moved);
inline void note_step(ThreadId moved) {
  if (g_block_watch == BlockWatch::log) note_logged_step(moved);
}

// Where accesses are scheduling points because of a race: other pairs of places that race there.
// REQUIRES: blocks are logged.
void note_racing_points(std::span<const ThreadView> threads);

// Two accesses that conflict, at memory that was not told before or from other places.
struct BlockConflict {
  Schedule schedule;  // which shows it at its end; empty when there are too many
  std::vector<races::Overlap> memory;
};

// Those found since they were last asked for.
std::vector<BlockConflict> take_block_conflicts();

// Whether something was left out, since there was too much of it.
bool block_races_were_cut();

}  // namespace heddle::native
