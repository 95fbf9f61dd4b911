// One search from its self-check to its recorded error.
#pragma once

#include <chrono>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "config/run_options.hpp"
#include "core/failure.hpp"
#include "core/schedule.hpp"
#include "fleet/channel.hpp"
#include "native/native_system.hpp"
#include "result/run_result.hpp"
#include "search/engine/explorer.hpp"
#include "worker/auxiliary.hpp"
#include "worker/cut_judge.hpp"
#include "worker/failed_schedule.hpp"
#include "worker/phases.hpp"
#include "worker/recording.hpp"

namespace heddle::worker {

class SearchSession {
 public:
  SearchSession(native::NativeSystem& system, Recording& recording, fleet::ChannelMemory& memory,
                const config::RunOptions& options);

  // THROWS: Divergence.
  result::RunResult run();

 private:
  class Observer;

  // How a phase came out.
  struct PhaseEnd {
    search::End end = search::End::exhausted;
    std::string statement;
    bool covered = false;    // everything that the phase promises
    bool left_out = true;    // a bound on preemptions or depth left something out
    bool met_races = false;  // all that there are, but for those of weak memory orders
  };

  void search();
  bool run_phase(const Phase& phase);
  PhaseEnd explore_to_the_end(const Phase& phase);
  PhaseEnd explore(const Phase& phase);
  // Adds how much is left to a search that did not come to its end.
  void estimate(const Phase& phase, const search::Explorer& explorer, PhaseEnd& end);
  bool look_for_livelocks(const Phase& phase);
  void learn_what_is_shared();
  void judge_races();
  bool take_stuck();
  bool look_for_races(const std::vector<Phase>& plan);
  void note_race();
  void take_races();
  void simplify();
  void record_errors();
  bool record(const FailedSchedule& found);
  void note(FailedSchedule found);
  void conclude(const Phase& phase, const PhaseEnd& end);
  bool is_new(const Failure& failure) const;
  Budget budget(const Phase& phase) const;

  native::NativeSystem& system_;
  Recording& recording_;
  fleet::ChannelMemory& memory_;
  const config::RunOptions& options_;
  std::chrono::steady_clock::time_point deadline_;
  Auxiliary auxiliary_;
  CutJudge cut_judge_;
  result::RunResult result_;
  search::Tally total_;  // of the phases that are over
  std::vector<FailedSchedule> found_;
  std::optional<FailedSchedule>
      race_;  // the first one that an execution at random met, if it is an error
  std::set<ObjectId> waited_for_;  // at the end of the deadlock that was recorded, if there was one
  // What was covered so far, and whether the promise is kept.
  std::string covered_;
  CoveredPhase last_covered_;
  std::string hunted_;
  bool complete_ = false;
  bool sync_is_done_ = false;    // no schedule was left out, whatever the bound
  bool shared_is_done_ = false;  // nor one of accesses to shared memory
  bool races_are_done_ = false;  // no race was missed, but for those of weak memory orders
};

}  // namespace heddle::worker
