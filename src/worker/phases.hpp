// The phases of a worker, planned from the user's options.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "config/run_options.hpp"
#include "core/budget.hpp"
#include "native/native_system.hpp"
#include "result/run_coverage.hpp"
#include "runtime/flags.hpp"

namespace heddle::worker {

struct Phase {
  config::SearchOptions search;
  native::PlainPoints points = native::PlainPoints::none;
  native::WaitLimits waits;
  // A hunt searches for errors beyond the promised coverage.  Its completion does not affect the
  // verdict.  Once the promise is kept, it has a small budget.
  bool is_hunt = false;
  bool is_sample = false;  // schedules drawn at random
  // Restarts the search of an earlier phase with fresh random streams until the budget is spent,
  // unless that phase was complete.
  bool is_restart = false;
  // Repeats the promised search with higher limits on waits, if its own left choices out.  It keeps
  // the promise if it ends within its budget; otherwise it is a hunt.
  bool raises_waits = false;
  std::uint64_t max_executions = kUnlimited;
  std::uint64_t max_states = kUnlimited;

  // Returns whether all plain accesses that could matter are scheduling points, not only racing
  // ones.
  bool watches_plain_accesses() const {
    return points == native::PlainPoints::shared || points == native::PlainPoints::all;
  }

  // Returns whether the search backtracks only to states on the path to the present one.
  bool stays_on_path() const;
};

// Phases that run one after the other.  The members of a plan take turns.
struct Member {
  std::vector<Phase> phases;
  // The share of the first round's transitions; 0: another process runs these phases.
  std::uint64_t share = 1;
};

// The first member promises coverage.  When it has ended, the others do not take turns any more:
// hunts run to the end of their budget, samples end.
// A member of phases that raise limits on waits begins when the first has ended.
using Plan = std::vector<Member>;

// Plans the members.  The first member of `auto` covers the schedules of synchronisation, atomic
// operations and racing accesses.  It begins with few preemptions, so that an error is found in its
// simplest form.  The last hunts among the schedules of all accesses to shared memory.  The others
// draw random schedules.
Plan make_plan(const config::RunOptions& options);

// Returns the limits on waits with which a search begins.
native::WaitLimits wait_limits(const config::RunOptions& options);

// Returns how the system compares and restores states in a phase.
native::StateKeeping state_keeping(const Phase& phase, const config::RunOptions& options);

// Returns the same for executions before the search, of which no state is compared.
native::StateKeeping without_states(const config::RunOptions& options);

// Returns a phase without its search, as the result describes it.
result::PhaseCoverage coverage_of(const Phase& phase);

// Describes a phase for the status line: "at most 2 preemptions, shared memory".
std::string to_text(const Phase& phase);

}  // namespace heddle::worker
