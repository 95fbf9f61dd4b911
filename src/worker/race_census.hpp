// Detects data races in one execution of each equivalence class.
//
// A search that prunes at visited states does not observe the executions that it prunes.  The
// accesses of paused threads show the races of all interleavings, but not those of accesses that
// are ordered in every schedule by operations that create no happens-before edge, such as relaxed
// atomics.  Equivalent executions have the same happens-before relation, so one of each class shows
// all races.
#pragma once

#include <cstdint>

#include "config/run_options.hpp"
#include "core/budget.hpp"
#include "fleet/channel.hpp"
#include "native/native_system.hpp"
#include "worker/phases.hpp"

namespace heddle::worker {

struct PhaseEnd;

// Returns whether a phase that has ended visited all states and promises coverage, so that the
// races that no interleaving shows are what is left.
bool needs_race_census(const Phase& phase, const PhaseEnd& end, const config::RunOptions& options);

// Explores the classes under the scheduling points of a phase that has finished, within the budget
// and a part of the `transitions` that the run has taken.  Returns whether it explored all of them.
// The caller judges the races, and sets how the system keeps states afterwards.
bool run_race_census(native::NativeSystem& system, const Phase& phase,
                     const config::RunOptions& options, std::uint64_t transitions, Budget budget,
                     fleet::ChannelMemory& memory);

}  // namespace heddle::worker
