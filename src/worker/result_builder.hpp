// Builds the result of a search: its counts and coverage, and its errors, which are simplified and
// recorded.
#pragma once

#include <set>

#include "config/run_options.hpp"
#include "core/ids.hpp"
#include "fleet/channel.hpp"
#include "native/native_system.hpp"
#include "result/run_result.hpp"
#include "worker/auxiliary.hpp"
#include "worker/coverage_record.hpp"
#include "worker/findings.hpp"
#include "worker/phase_runner.hpp"
#include "worker/race_pass.hpp"
#include "worker/recording.hpp"

namespace heddle::worker {

class ResultBuilder {
 public:
  // Keeps references to all of them.
  ResultBuilder(native::NativeSystem& system, Recording& recording, fleet::ChannelMemory& memory,
                const config::RunOptions& options, Auxiliary& auxiliary, Findings& findings)
      : system_(system),
        recording_(recording),
        memory_(memory),
        options_(options),
        auxiliary_(auxiliary),
        findings_(findings) {}

  // REQUIRES: the search is over, and the program was not refused.
  result::RunResult build(PhaseRunner& phases, RacePass& races, const CoverageRecord& coverage);

 private:
  result::ShardResult shard_of(const PhaseRunner& phases) const;
  std::uint64_t cut_by_promise() const;
  bool has_broken_step() const;
  void take_counts(const PhaseRunner& phases);
  void take_race(RacePass& races);
  void record_errors();
  void simplify_first();
  void find_orders();
  bool record(const FailedSchedule& found);

  native::NativeSystem& system_;
  Recording& recording_;
  fleet::ChannelMemory& memory_;
  const config::RunOptions& options_;
  Auxiliary& auxiliary_;
  Findings& findings_;
  result::RunResult result_;
  std::set<ObjectId> waited_for_;  // at the end of the recorded deadlock
};

}  // namespace heddle::worker
