#include "fleet/portfolio.hpp"

#include <algorithm>
#include <chrono>
#include <memory>
#include <utility>

#include "config/options_text.hpp"
#include "fleet/combined_result.hpp"
#include "fleet/complete_result.hpp"
#include "fleet/member.hpp"

namespace heddle::fleet {
namespace {

// Grace period of members that are no longer needed: enough for one execution and a report.
constexpr std::chrono::milliseconds kShortGrace{1'000};

// A shared search that lost a member so often is explored by one process.
constexpr int kMostLosses = 5;

class Portfolio {
 public:
  // `split`: the memory of a search that all members share; null: each has its own.
  Portfolio(const config::RunOptions& options, const Tick& tick, const SplitFile* split = nullptr)
      : options_(options), tick_(tick), split_(split), start_(std::chrono::steady_clock::now()) {}

  Status start(const WorkerCommand& command, std::uint64_t jobs) {
    for (std::uint64_t i = 0; i < jobs; ++i) {
      const config::RunOptions own = member_options(options_, jobs, i, split_ != nullptr);
      WorkerCommand one = command;
      one.options = config::to_text(own);
      one.max_memory = memory_limit(options_) / jobs;
      one.split = split_;
      one.split_worker = static_cast<std::uint32_t>(i);
      Result<std::unique_ptr<WorkerProcess>> process = WorkerProcess::start(one);
      if (!process) return process.error();
      running_.push_back(std::move(*process));
      members_.push_back({own.seed, std::nullopt});
    }
    return Done{};
  }

  // Runs until a member decides the run, or all have ended.
  Status run() {
    while (true) {
      if (Status status = collect(); !status) return status;
      if (decided() || handles().empty()) break;
      if (!tell(tick_)) stop_all(WorkerProcess::kGrace);
      wait_for_any(handles());
    }
    winner_ = first_error();
    stop_all(kShortGrace);
    while (!handles().empty()) {
      if (Status status = collect(); !status) return status;
      if (!handles().empty()) wait_for_any(handles());
    }
    return Done{};
  }

  Members members() && { return std::move(members_); }
  std::optional<std::size_t> winner() const { return winner_; }
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }

 private:
  // Takes the outcome of every member that has ended.
  Status collect() {
    for (std::size_t i = 0; i < running_.size(); ++i) {
      if (running_[i] == nullptr || running_[i]->look()) continue;
      // The other members must be polled while this member's death is being analysed.
      const Tick meanwhile = [this](const Progress&) {
        for (const auto& other : running_) {
          if (other != nullptr) other->look();
        }
        return tell(tick_);
      };
      Result<WorkerOutcome> outcome = running_[i]->outcome(meanwhile);
      if (!outcome) return outcome.error();
      members_[i].outcome = std::move(*outcome);
      const ChannelMemory& memory = running_[i]->memory();
      members_[i].counts_all = memory.counts_all.load();
      members_[i].cannot_split = memory.cannot_split.load();
      members_[i].own_states = memory.states.load();
      members_[i].own_executions = memory.executions.load();
      running_[i].reset();
    }
    return Done{};
  }

  bool decided() const {
    if (!options_.keep_going && first_error()) return true;
    if (split_ != nullptr) {
      return std::any_of(members_.begin(), members_.end(), left_others) ||
             std::any_of(running_.begin(), running_.end(), [](const auto& process) {
               return process != nullptr && process->memory().cannot_split.load();
             });
    }
    return std::any_of(members_.begin(), members_.end(), [](const Member& member) {
      return member.outcome && member.outcome->result.verdict == result::RunVerdict::complete;
    });
  }

  std::optional<std::size_t> first_error() const {
    for (std::size_t i = 0; i < members_.size(); ++i) {
      if (found_error(members_[i])) return i;
    }
    return std::nullopt;
  }

  void stop_all(std::chrono::milliseconds grace) {
    for (const auto& process : running_) {
      if (process != nullptr) process->ask_to_stop(grace);
    }
  }

  std::vector<int> handles() const {
    std::vector<int> handles;
    for (const auto& process : running_) {
      if (process != nullptr) handles.push_back(process->handle());
    }
    return handles;
  }

  bool tell(const Tick& tick) const {
    Progress sum;
    sum.searches = 0;
    sum.seconds = seconds();
    for (std::size_t i = 0; i < members_.size(); ++i) {
      const bool runs = running_[i] != nullptr;
      const Progress one = runs ? running_[i]->progress() : last_progress(members_[i]);
      sum.executions += one.executions;
      sum.states += one.states;
      sum.transitions += one.transitions;
      sum.max_depth = std::max(sum.max_depth, one.max_depth);
      sum.errors += one.errors;
      sum.races = std::max(sum.races, one.races);  // most searches find the same ones
      if (!runs) continue;
      sum.checkpoints += one.checkpoints;
      sum.memory += one.memory;
      if (members_.size() == 1) sum.estimate = one.estimate;
      if (sum.searches++ == 0) sum.phase = one.phase;
    }
    return tick(sum);
  }

  static Progress last_progress(const Member& member) {
    Progress progress;
    if (!member.outcome) return progress;
    progress.executions = member.outcome->result.executions;
    progress.states = member.outcome->result.states;
    progress.transitions = member.outcome->result.transitions;
    progress.max_depth = member.outcome->result.max_depth;
    progress.errors = member.outcome->result.error ? 1 : 0;
    progress.races = member.outcome->result.races.size();
    return progress;
  }

  const config::RunOptions& options_;
  const Tick& tick_;
  const SplitFile* split_;
  std::chrono::steady_clock::time_point start_;
  std::vector<std::unique_ptr<WorkerProcess>> running_;  // by member; null: ended
  Members members_;
  std::optional<std::size_t> winner_;
};

// Runs one search that all members share.  Returns nothing if one process has to explore all.
Result<std::optional<PortfolioOutcome>> run_split(const WorkerCommand& command,
                                                  const config::RunOptions& options,
                                                  const Tick& tick) {
  const std::uint64_t jobs = job_count(options);
  const auto start = std::chrono::steady_clock::now();
  bool goes_on = true;
  const Tick asked = [&](const Progress& progress) { return goes_on = tick(progress); };
  WorkerCommand one = command;
  // Also for a search that begins again.
  if (!one.deadline && options.time) one.deadline = start + *options.time;
  for (int losses = 0; losses <= kMostLosses; ++losses) {
    Result<SplitFile> split =
        SplitFile::create(split_bytes(options, jobs), static_cast<std::uint32_t>(jobs));
    if (!split) return split.error();
    Portfolio portfolio(options, asked, &*split);
    if (Status status = portfolio.start(one, jobs); !status) return status.error();
    if (Status status = portfolio.run(); !status) return status.error();
    const std::optional<std::size_t> winner = portfolio.winner();
    const double seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    Members members = std::move(portfolio).members();
    const bool has_error = winner && !members[*winner].cannot_split;
    if (!has_error && std::any_of(members.begin(), members.end(),
                                  [](const Member& member) { return member.cannot_split; })) {
      break;
    }
    if (!winner && goes_on && std::any_of(members.begin(), members.end(), is_lost)) continue;
    PortfolioOutcome outcome;
    outcome.lost = take_lost(members);
    outcome.outcome = combine_split(std::move(members), winner, seconds);
    return std::optional(std::move(outcome));
  }
  return std::optional<PortfolioOutcome>();
}

}  // namespace

Result<PortfolioOutcome> run_portfolio(const WorkerCommand& command,
                                       const config::RunOptions& options, const Tick& tick) {
  const std::uint64_t jobs = job_count(options);
  // A forked copy of a process that has run already is not supported yet.
  if (splits(options) && !command.body) {
    Result<std::optional<PortfolioOutcome>> shared = run_split(command, options, tick);
    if (!shared) return shared.error();
    if (*shared) {
      complete_result((*shared)->outcome.result, options, jobs);
      return std::move(**shared);
    }
    config::RunOptions alone = options;
    alone.jobs = 1;
    Result<PortfolioOutcome> outcome = run_portfolio(command, alone, tick);
    if (outcome) {
      outcome->outcome.result.coverage.notes.emplace_back(
          "one process explored all: the search could not be split");
    }
    return outcome;
  }
  Portfolio portfolio(options, tick);
  if (Status status = portfolio.start(command, jobs); !status) return status.error();
  if (Status status = portfolio.run(); !status) return status.error();
  const std::optional<std::size_t> winner = portfolio.winner();
  const double seconds = portfolio.seconds();
  Members members = std::move(portfolio).members();
  PortfolioOutcome outcome;
  if (jobs == 1) {
    if (!members.front().outcome->unexplained_death.empty()) outcome.lost = take_lost(members);
    outcome.outcome = std::move(*members.front().outcome);
  } else {
    outcome.lost = take_lost(members);
    outcome.outcome = combine(std::move(members), winner, seconds);
    if (!uses_randomness(options)) {
      outcome.outcome.result.coverage.notes.emplace_back(
          "all searches except search 0 tried choices in random order");
    }
  }
  complete_result(outcome.outcome.result, options, jobs);
  return outcome;
}

}  // namespace heddle::fleet
