// What a search does about data races besides searching: it looks for some at once, learns more
// about those that were found, and tells them.
#pragma once

#include <cstdint>
#include <set>
#include <string_view>
#include <vector>

#include "config/run_options.hpp"
#include "monitors/race_watch.hpp"
#include "native/native_system.hpp"
#include "result/found_lock_cycle.hpp"
#include "result/found_race.hpp"
#include "worker/auxiliary.hpp"
#include "worker/recording.hpp"

namespace heddle::worker {

native::RaceWatch race_watch_of(config::Races races);

// A few executions at random, up to one that is stuck.  Searches that go back by snapshots do not
// look for races themselves.
void look_for_races(native::NativeSystem& system, std::uint64_t seed, const Auxiliary& budget);

// Executes what led to each race that is new once more, to see both stacks.  REQUIRES: the
// scheduling points are those of the executions in which they were found.
// Without a budget for it, the rest is left unexplained: only where the accesses are is known.
void explain_races(native::NativeSystem& system, const Auxiliary& budget);

// Executes what led to conflicts of blocks (monitors/block_races.hpp) once more, so that the races
// are told, and makes their memory racing.  Without a budget only a few are told.  REQUIRES: as
// above.
void judge_conflicts(native::NativeSystem& system, const Auxiliary& budget);

// Makes the system overlook those that the text names (result/ignored_races.hpp).
void ignore_races(std::string_view text);

// All that were found.
std::vector<result::FoundRace> found_races(const Recording& recording);
// Objects that threads are blocked on in the present state.
std::set<ObjectId> waited_for(const native::NativeSystem& system);
// But for those whose locks were waited for in a deadlock that is told anyway.
std::vector<result::FoundLockCycle> found_lock_cycles(const Recording& recording,
                                                      const std::set<ObjectId>& waited_for);

}  // namespace heddle::worker
