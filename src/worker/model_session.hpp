// A worker of a program that declares a model with heddle/model.hpp: explores the model's states
// instead of the program's threads.
#pragma once

#include <heddle/model_abi.hpp>

#include <chrono>
#include <string>
#include <vector>

#include "config/run_options.hpp"
#include "core/failure.hpp"
#include "core/schedule.hpp"
#include "fleet/channel.hpp"
#include "model/guarded_system.hpp"
#include "result/run_result.hpp"
#include "search/engine/explorer.hpp"
#include "worker/model_recording.hpp"
#include "worker/phases.hpp"

namespace heddle::worker {

// Returns the options of a search of a model: `auto` states are compared, `auto` searches breadth
// first, and what only threads have is left out.
config::RunOptions model_options(config::RunOptions options);

// Returns why an option makes no sense for a model, as one sentence; empty when all do.
std::string model_refusal(const config::RunOptions& options);

class ModelSession {
 public:
  // Keeps references to all of them.  REQUIRES: `options` is a result of model_options.
  ModelSession(model::GuardedSystem& system, ModelRecording& recording,
               fleet::ChannelMemory& memory, const config::RunOptions& options);

  // THROWS: Divergence.
  result::RunResult run();

 private:
  struct Found {
    Schedule schedule;
    Failure failure;
  };
  class Observer;

  // Returns false when the run is over.
  bool explore(const Phase& phase);
  void check_repeats();
  Budget budget() const;
  bool is_new(const Failure& failure) const;
  void simplify(Found& found);
  void record_errors();

  model::GuardedSystem& system_;
  ModelRecording& recording_;
  fleet::ChannelMemory& memory_;
  const config::RunOptions& options_;
  std::chrono::steady_clock::time_point deadline_;
  result::RunResult result_;
  search::Tally total_;          // of the phases that are over
  search::Tally last_;           // of the last one
  search::DepthProfile depths_;  // of the phases that are over, by depth
  std::vector<Found> found_;
};

}  // namespace heddle::worker
