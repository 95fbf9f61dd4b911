// Runs one phase of a search at a time, and counts what all phases explored.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

#include "config/run_options.hpp"
#include "core/budget.hpp"
#include "core/ids.hpp"
#include "fleet/channel.hpp"
#include "native/native_system.hpp"
#include "result/run_coverage.hpp"
#include "result/run_result.hpp"
#include "search/engine/explorer.hpp"
#include "worker/auxiliary.hpp"
#include "worker/cut_judge.hpp"
#include "worker/findings.hpp"
#include "worker/phases.hpp"
#include "worker/race_pass.hpp"

namespace heddle::worker {

// The outcome of a phase.
struct PhaseEnd {
  search::End end = search::End::exhausted;
  result::PhaseCoverage coverage;
  bool met_races = false;                 // all races, except those of weak memory orders
  std::vector<Fingerprint> visited = {};  // the states, if a certificate is wanted
  search::Tally tally = {};
};

class PhaseRunner {
 public:
  // Keeps references to all of them.
  PhaseRunner(native::NativeSystem& system, fleet::ChannelMemory& memory,
              const config::RunOptions& options, std::chrono::steady_clock::time_point deadline,
              Auxiliary& auxiliary, Findings& findings, RacePass& races);

  // Explores until no further scheduling point and no further suspect for races is discovered.
  // REQUIRES: the system has the scheduling points of the phase, and keeps its states.
  PhaseEnd run(const Phase& phase);

  // The counts of all phases.  A state or execution that is explored again counts once.
  const search::Tally& total() const { return total_; }
  const std::optional<result::ScheduleEstimate>& estimate() const { return estimate_; }
  std::optional<std::uint64_t> locations_observed() const { return locations_observed_; }
  CutJudge& cut_judge() { return cut_judge_; }

 private:
  class Observer;

  PhaseEnd explore_until_nothing_new(const Phase& phase);
  PhaseEnd explore(const Phase& phase);
  // Adds an estimate of the remaining schedules to an unfinished search.
  void estimate(const Phase& phase, const search::Explorer& explorer, PhaseEnd& end);
  bool look_for_livelocks(const Phase& phase);
  Budget budget(const Phase& phase) const;

  native::NativeSystem& system_;
  fleet::ChannelMemory& memory_;
  const config::RunOptions& options_;
  std::chrono::steady_clock::time_point deadline_;
  Auxiliary& auxiliary_;
  Findings& findings_;
  RacePass& races_;
  CutJudge cut_judge_;
  search::Tally total_;
  search::Tally last_;  // of the last phase that was no hunt
  std::optional<result::ScheduleEstimate> estimate_;
  std::optional<std::uint64_t> locations_observed_;
};

}  // namespace heddle::worker
