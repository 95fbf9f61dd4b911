// The part of this rank in one attempt to explore a program: its worker, and the relay to the
// workers of other ranks.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "config/run_options.hpp"
#include "core/result.hpp"
#include "fleet/channel.hpp"
#include "fleet/combined_result.hpp"
#include "fleet/worker_process.hpp"
#include "ranks/relay.hpp"

namespace heddle::ranks {

struct AttemptPlan {
  std::uint64_t number = 0;
  std::vector<unsigned> ranks;  // by worker
  unsigned worker = 0;          // of this rank
  unsigned neighbours = 1;      // ranks on this machine
  bool is_split = false;        // the workers share one search
  std::optional<std::chrono::steady_clock::time_point> deadline = std::nullopt;
};

class Attempt {
 public:
  // REQUIRES: `post` sends to a worker's rank.
  static Result<std::unique_ptr<Attempt>> start(const fleet::WorkerCommand& command,
                                                const config::RunOptions& options,
                                                const AttemptPlan& plan, Relay::Post post);
  Attempt(const Attempt&) = delete;
  Attempt& operator=(const Attempt&) = delete;
  ~Attempt();

  const AttemptPlan& plan() const { return plan_; }

  // A message of this attempt.
  void handle(unsigned from, const Message& message);
  // Forwards messages.  Returns whether there was something to do.
  bool turn();

  // Polls the worker.  Returns false when it has ended.
  bool look() { return worker_->look(); }
  int worker_handle() const { return worker_->handle(); }
  void stop(std::chrono::milliseconds grace) { worker_->ask_to_stop(grace); }
  bool cannot_split() const { return worker_->memory().cannot_split.load(); }
  fleet::Progress progress() const { return worker_->progress(); }

  // REQUIRES: look() returned false.
  Result<fleet::Member> member(const fleet::Tick& meanwhile) const;

 private:
  explicit Attempt(AttemptPlan plan) : plan_(std::move(plan)) {}
  Status share_search(const config::RunOptions& options, Relay::Post post);

  AttemptPlan plan_;
  std::uint64_t seed_ = 0;
  std::optional<fleet::SplitFile> split_;
  void* mapping_ = nullptr;
  std::optional<Relay> relay_;
  std::unique_ptr<fleet::WorkerProcess> worker_;
};

}  // namespace heddle::ranks
