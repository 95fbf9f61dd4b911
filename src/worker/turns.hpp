// Lets the members of a plan take turns, until a member keeps the promise or the run must end.
//
// A turn is counted in transitions, so that one seed has one result on all machines.  Turns become
// longer: an error that one member finds early is found early, and returning to a paused search
// costs little.  A member whose turn leads to new states or schedules gets a larger share of the
// next round.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "config/run_options.hpp"
#include "native/native_system.hpp"
#include "search/engine/shares.hpp"
#include "worker/coverage_record.hpp"
#include "worker/findings.hpp"
#include "worker/lock_hunt.hpp"
#include "worker/phase_runner.hpp"
#include "worker/phases.hpp"

namespace heddle::worker {

class Turns {
 public:
  // Keeps references to all of them but the plan.
  Turns(Plan plan, const native::NativeSystem& system, const config::RunOptions& options,
        PhaseRunner& phases, Findings& findings, CoverageRecord& coverage, LockHunt& locks);

  void run();

 private:
  struct RunningMember {
    Member plan;
    std::size_t next = 0;                // the first phase that has not ended
    PhaseInProgress* running = nullptr;  // null: the next phase has not begun
    search::Yield yield = {};            // of this turn

    bool is_elsewhere() const { return plan.share == 0 && !raises_waits(); }
    bool raises_waits() const { return !plan.phases.empty() && plan.phases.front().raises_waits; }
    bool is_over() const { return next == plan.phases.size(); }
    const Phase& phase() const { return plan.phases[next]; }
  };

  bool take_turn(RunningMember& member, std::uint64_t transitions);
  std::optional<PhaseEnd> run(RunningMember& member, std::uint64_t& transitions);
  bool is_needless(const Phase& phase) const;
  bool can_raise_waits() const;
  std::uint64_t states_for_raised_waits() const;
  Phase with_budget(Phase phase) const;
  bool ends_run(const Phase& phase, search::End end) const;
  bool hunt_for_deadlocks();
  void stop_paused(search::End end);
  bool promise_is_kept() const { return members_.front().is_over(); }

  const native::NativeSystem& system_;
  const config::RunOptions& options_;
  PhaseRunner& phases_;
  Findings& findings_;
  CoverageRecord& coverage_;
  LockHunt& locks_;
  std::vector<RunningMember> members_;
  search::Shares shares_;
  bool is_alone_ = false;                  // the first member takes no turns with others
  std::uint64_t raised_states_ = 0;        // visited by phases that raise limits on waits
  search::End end_ = search::End::budget;  // of the run, for the phases that are paused
};

}  // namespace heddle::worker
