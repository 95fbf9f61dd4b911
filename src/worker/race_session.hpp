// Handles data races during a search: detects some at the start, collects details of those found,
// and reports them.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "config/run_options.hpp"
#include "monitors/race_watch.hpp"
#include "native/native_system.hpp"
#include "result/found_race.hpp"
#include "worker/auxiliary.hpp"
#include "worker/recording.hpp"

namespace heddle::worker {

native::RaceWatch race_watch_of(config::Races races);

// Runs a few random executions, up to the first stuck one, to detect races.  Searches that restore
// snapshots do not detect races themselves.
void look_for_races(native::NativeSystem& system, std::uint64_t seed, const Auxiliary& budget);

// Replays the schedule of each new race to record both stacks.  Without budget the remaining races
// stay unexplained: only the places of their accesses are known.
// REQUIRES: the scheduling points are those of the executions in which the races were found.
void explain_races(native::NativeSystem& system, const Auxiliary& budget);

// Replays the schedules of conflicts between blocks (monitors/block_races.hpp), so that their races
// are reported.  Marks their memory as racing.  Without budget only a few are reported.
// REQUIRES: the scheduling points are those of the executions in which the conflicts were found.
void judge_conflicts(native::NativeSystem& system, const Auxiliary& budget);

// Makes the system ignore the races that the text names (result/ignored_races.hpp).
void ignore_races(std::string_view text);

// Returns all races found.
std::vector<result::FoundRace> found_races(const Recording& recording);

}  // namespace heddle::worker
