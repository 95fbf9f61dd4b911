// One run by several ranks.  The lowest rank that is alive leads: it decides what all do, and has
// the result.
//
// - An error in one rank ends the run, unless errors are collected.
// - If a worker or a rank dies, a search that all share begins again with the ranks that are left.
//   Other searches go on.
// - If the leader dies, the next rank takes its place, and the run begins again.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "config/run_options.hpp"
#include "core/result.hpp"
#include "fleet/combined_result.hpp"
#include "fleet/portfolio.hpp"
#include "fleet/worker_process.hpp"
#include "ranks/attempt.hpp"
#include "ranks/post_office.hpp"
#include "ranks/transport.hpp"

namespace heddle::ranks {

class RankSession {
 public:
  // REQUIRES: the transport outlives this.
  explicit RankSession(Transport& transport) : office_(transport) {}
  RankSession(const RankSession&) = delete;
  RankSession& operator=(const RankSession&) = delete;
  // Ends the run in all ranks.
  ~RankSession();

  bool leads() const { return leader() == office_.rank(); }

  // In the rank that leads: returns the outcome of all ranks together.  In the others: works until
  // the run has ended, and returns nothing.
  Result<std::optional<fleet::PortfolioOutcome>> explore(const fleet::WorkerCommand& command,
                                                         const config::RunOptions& options,
                                                         const fleet::Tick& tick);

 private:
  using Clock = std::chrono::steady_clock;
  using Outcome = Result<std::optional<fleet::PortfolioOutcome>>;

  // The run, as the caller described it.
  struct Task {
    const fleet::WorkerCommand& command;
    config::RunOptions options;
    const fleet::Tick& tick;
  };
  // The ends of the workers in an attempt, for the rank that leads.
  struct Ends {
    std::vector<std::optional<Result<fleet::Member>>> by_worker;
    std::optional<std::size_t> winner;
    bool is_stopping = false;
  };

  unsigned leader() const { return office_.alive().front(); }

  // They return when this rank has the outcome, when the run has ended, or when another leads.
  std::optional<Outcome> lead(Task task);
  std::optional<Outcome> follow(Task task);
  std::optional<Outcome> outcome_of(const Task& task, bool is_split, double seconds);
  Outcome explore_alone(const Task& task, bool could_split);

  AttemptPlan plan_attempt(const Task& task);
  void announce(const AttemptPlan& plan, const Task& task);
  std::optional<AttemptPlan> read_announcement(Task& task);
  void run_attempt(const Task& task, const AttemptPlan& plan);
  bool is_over() const;
  void look_at_worker(const Task& task);
  void end_worker(unsigned worker, Result<fleet::Member> member);
  void note_end(unsigned worker, Result<fleet::Member> member);
  bool is_decisive(const Task& task, const Result<fleet::Member>& member) const;
  void decide(const Task& task);
  void bury_silent();

  // Receives and sends messages for about as long as there is between two looks at the worker.
  void exchange_messages();
  bool receive_all();
  void handle(unsigned from, Message message);
  void tell_alive();
  fleet::Progress total_progress() const;

  PostOffice office_;
  std::uint64_t number_ = 0;  // of the last attempt
  std::unique_ptr<Attempt> attempt_;
  std::vector<std::pair<unsigned, Message>> early_;  // of an attempt that has not begun here
  std::optional<Message> announcement_;              // of an attempt that has to begin here
  bool worker_has_ended_ = false;
  bool was_interrupted_ = false;
  bool is_finished_ = false;
  Ends ends_;
  bool has_news_ = false;                         // a worker has ended
  std::map<unsigned, fleet::Progress> progress_;  // by rank
  Clock::time_point last_alive_;
};

}  // namespace heddle::ranks
