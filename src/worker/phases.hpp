// What a worker does, phase by phase, for what the user asked.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "config/run_options.hpp"
#include "core/budget.hpp"
#include "monitors/plain_points.hpp"
#include "native/native_system.hpp"

namespace heddle::worker {

struct Phase {
  config::SearchOptions search;
  native::PlainPoints points = native::PlainPoints::none;
  // A hunt looks for errors beyond what the run promises to cover: it has a small budget of its
  // own, and whether it comes to its end does not matter for the verdict.
  bool is_hunt = false;
  bool is_sample = false;  // schedules drawn at random
  std::uint64_t max_executions = kUnlimited;
  std::uint64_t max_states = kUnlimited;

  // As far as they could matter, or only where races were found?
  bool watches_plain_accesses() const {
    return points == native::PlainPoints::shared || points == native::PlainPoints::all;
  }

  // Whether the search goes back only to states on the way to the present one.
  bool stays_on_path() const;
};

// `auto` covers the schedules of synchronisation, atomic operations and accesses that race, those
// with few preemptions first, so that an error is found in its simplest form; between, it hunts
// among the schedules of all accesses to shared memory.
std::vector<Phase> make_plan(const config::RunOptions& options);

// How the system is to tell states apart and to go back in a phase.
native::StateKeeping state_keeping(const Phase& phase, const config::RunOptions& options);

// The last phase that was completed.
struct CoveredPhase {
  std::string statement;  // its coverage; empty when no phase was completed
  std::optional<std::uint64_t> preemptions;
};

// Adds to the coverage of an unfinished phase: "; bound 0 was complete".
std::string last_complete(const CoveredPhase& last, const Phase& unfinished);

// For the status line: "at most 2 preemptions, shared memory".
std::string to_text(const Phase& phase);

}  // namespace heddle::worker
