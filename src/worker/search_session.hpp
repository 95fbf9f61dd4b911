// One search from its determinism check to its recorded error.
#pragma once

#include <vector>

#include "config/run_options.hpp"
#include "fleet/channel.hpp"
#include "native/native_system.hpp"
#include "result/run_result.hpp"
#include "worker/auxiliary.hpp"
#include "worker/campaign_session.hpp"
#include "worker/coverage_record.hpp"
#include "worker/findings.hpp"
#include "worker/phase_runner.hpp"
#include "worker/race_pass.hpp"
#include "worker/recording.hpp"
#include "worker/split_session.hpp"

namespace heddle::worker {

class SearchSession {
 public:
  // `split`: the part of this worker in a shared search; null: it explores alone.  `campaign`:
  // saves the search; null: it is not saved.
  SearchSession(native::NativeSystem& system, Recording& recording, fleet::ChannelMemory& memory,
                const config::RunOptions& options, SplitSession* split, CampaignSession* campaign);

  // THROWS: Divergence.
  result::RunResult run();

  // Says why the search cannot be part of its campaign; empty: it can.
  const std::string& refusal() const { return refusal_; }

 private:
  void search();
  void stop_stuck();

  native::NativeSystem& system_;
  Recording& recording_;
  fleet::ChannelMemory& memory_;
  const config::RunOptions& options_;
  SplitSession* split_;
  CampaignSession* campaign_;
  std::string refusal_;
  Auxiliary auxiliary_;
  Findings findings_;
  RacePass races_;
  PhaseRunner phases_;
  CoverageRecord coverage_;
};

}  // namespace heddle::worker
