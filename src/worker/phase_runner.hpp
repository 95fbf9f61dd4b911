// Runs the phases of a search, one at a time or in turns, and counts what all of them explored.
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "config/run_options.hpp"
#include "core/budget.hpp"
#include "core/ids.hpp"
#include "fleet/channel.hpp"
#include "native/native_system.hpp"
#include "result/run_coverage.hpp"
#include "result/run_result.hpp"
#include "search/engine/explorer.hpp"
#include "search/engine/shares.hpp"
#include "search/strategy/discoveries.hpp"
#include "worker/auxiliary.hpp"
#include "worker/campaign_session.hpp"
#include "worker/cut_judge.hpp"
#include "worker/findings.hpp"
#include "worker/phases.hpp"
#include "worker/race_pass.hpp"
#include "worker/split_session.hpp"

namespace heddle::worker {

// The outcome of a phase.
struct PhaseEnd {
  search::End end = search::End::exhausted;
  result::PhaseCoverage coverage;
  bool met_races = false;                 // all races, except those of weak memory orders
  bool knows_races = false;               // all races
  std::vector<Fingerprint> visited = {};  // the states, if a certificate is wanted
  search::Tally tally = {};
};

// A phase in progress.  Between two of its turns, other phases may run.
class PhaseInProgress {
 public:
  explicit PhaseInProgress(Phase phase) : phase_(std::move(phase)) {}
  PhaseInProgress(const PhaseInProgress&) = delete;
  PhaseInProgress& operator=(const PhaseInProgress&) = delete;

  const Phase& phase() const { return phase_; }

  // Returns the work so far, and the part that led to new states.  In a sample, the part that led
  // to new reads-from pairs and happens-before classes.
  const search::Yield& yield() const { return yield_; }

 private:
  friend class PhaseRunner;

  struct Pass {
    PhaseEnd end;
    search::Tally tally;
    search::DepthProfile depths;
  };

  Phase phase_;
  std::unique_ptr<search::Explorer> explorer_;  // of the present pass; null before it begins
  std::vector<Fingerprint> visited_;            // of the present pass, if a certificate is wanted
  std::uint64_t adoptions_ = 0;                 // when the pass began
  search::Tally tally_;
  search::Tally own_;            // the part of this worker in it
  search::DepthProfile depths_;  // of the same, by depth
  search::Yield yield_;
  std::shared_ptr<search::DiscoveryWatch> watch_;  // of a sample that takes turns; otherwise null
  std::optional<Pass> finished_;  // a whole search that is repeated only to find races
  int repeats_ = 0;
  int censuses_ = 0;                           // see race_census.hpp
  std::uint64_t errors_ = 0;                   // that it found first
  std::optional<search::SplitReport> shared_;  // the reports of all workers, if they share a pass
};

class PhaseRunner {
 public:
  // Keeps references to all of them.  `split`: the part of this worker in a shared search; null: it
  // explores alone.  `campaign`: saves the search; null: it is not saved.
  PhaseRunner(native::NativeSystem& system, fleet::ChannelMemory& memory,
              const config::RunOptions& options, std::chrono::steady_clock::time_point deadline,
              Auxiliary& auxiliary, Findings& findings, RacePass& races, SplitSession* split,
              CampaignSession* campaign);

  // Begins a phase, and learns its scheduling points.  It lives as long as the runner.
  PhaseInProgress& begin(const Phase& phase);

  // Explores until no further scheduling point and no further suspect for races is discovered, or
  // until no transitions are left in this turn, from which it takes its own.  Returns nothing if
  // the phase goes on later.  `has_limits`: the phase's own budget applies.
  std::optional<PhaseEnd> run(PhaseInProgress& one, std::uint64_t& left, bool has_limits);

  // Adapts to the end of the run that the watcher has set.  It is another one in a process that
  // continues a saved search.
  void take_deadline();

  // Ends a phase that was going on.
  PhaseEnd stop(PhaseInProgress& one, search::End end);

  // The counts of all phases.  A state or execution that is explored again counts once.
  search::Tally total() const;
  // The same of this worker alone, if several workers share a search.
  search::Tally own_total() const;
  // The counts of all phases by depth; empty if several workers share a search.
  result::ExploredTree explored_tree() const;
  // The executions whose data races were checked, and the others.
  native::WatchedExecutions watched_executions() const;
  const std::optional<result::ScheduleEstimate>& estimate() const { return estimate_; }
  // Returns the sizes of the last execution tree; without one they are empty.
  const result::TreeSizes& tree() const { return tree_; }
  std::optional<std::uint64_t> locations_observed() const { return locations_observed_; }
  CutJudge& cut_judge() { return cut_judge_; }

  // Returns the cells that were scheduling points in the last pass of a shard.
  const std::vector<std::string>& points_of_shard() const { return points_of_shard_; }

 private:
  class Observer;

  // Sets the scheduling points of the phase and the way to keep states, from the next restart on.
  void prepare(const Phase& phase);
  // Brings the system and the phase's search together.  Returns why there is no search.
  std::string enter(PhaseInProgress& one);
  std::string begin_pass(PhaseInProgress& one);
  PhaseEnd end_pass(PhaseInProgress& one, search::End end);
  // Returns whether all workers share the phase.
  bool is_sharded(const Phase& phase) const;
  bool is_shared(const Phase& phase) const;
  // Explores within the limits, alone or together with the other workers, and counts.
  search::End explore(PhaseInProgress& one, const Budget& limits);
  search::End explore_together(PhaseInProgress& one, const Budget& limits);
  bool has_loops(const PhaseInProgress& one) const;
  // The search of a shared phase cannot go on, since another worker has left.
  PhaseEnd end_alone(PhaseInProgress& one);
  // Adds an estimate of the remaining schedules to an unfinished search.
  void estimate(const Phase& phase, const search::Explorer& explorer, PhaseEnd& end);
  bool finds_more_races(PhaseInProgress& one, PhaseEnd& end);
  void note(const search::Livelock& livelock);
  bool look_for_livelocks(const PhaseInProgress& one);
  // Returns the counts of all phases but one.
  search::Tally others(const PhaseInProgress& one) const;
  Budget budget(const Phase& phase, bool has_limits) const;

  native::NativeSystem& system_;
  fleet::ChannelMemory& memory_;
  const config::RunOptions& options_;
  std::chrono::steady_clock::time_point deadline_;
  Auxiliary& auxiliary_;
  Findings& findings_;
  RacePass& races_;
  SplitSession* split_;
  CampaignSession* campaign_;
  CutJudge cut_judge_;
  std::unique_ptr<search::SearchObserver> observer_;
  std::deque<PhaseInProgress> phases_;
  PhaseInProgress* running_ = nullptr;
  std::shared_ptr<search::Discoveries> discoveries_ = std::make_shared<search::Discoveries>();
  search::Tally others_;      // of all phases but the running one
  search::Tally own_others_;  // the part of this worker in it
  search::Tally last_;        // of the last phase that was no hunt
  std::vector<std::string> points_of_shard_;
  std::optional<result::ScheduleEstimate> estimate_;
  result::TreeSizes tree_;
  std::optional<std::uint64_t> locations_observed_;
};

}  // namespace heddle::worker
