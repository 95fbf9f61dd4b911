#include "ranks/rank_session.hpp"

#include <poll.h>

#include <algorithm>
#include <ctime>

#include "fleet/complete_result.hpp"
#include "fleet/member.hpp"
#include "ranks/member_text.hpp"

namespace heddle::ranks {
namespace {

using std::chrono::milliseconds;

// Grace period of workers that are no longer needed: enough for one execution and a report.
constexpr milliseconds kShortGrace{1'000};
// Between two looks at the worker.
constexpr milliseconds kTick{50};
// Between two signs of life; many times shorter than PostOffice::kSilence.
constexpr milliseconds kAliveInterval{500};
// Between two looks at what the worker wants.
constexpr int kMostMessages = 1000;
// After so many losses, one process explores a search that all shared.
constexpr int kMostLosses = 5;

// The relay shares a processor with its worker, so it looks for messages only now and then.
constexpr std::chrono::nanoseconds kBusyWait = std::chrono::microseconds(20);
constexpr std::chrono::nanoseconds kIdleWait = std::chrono::microseconds(200);
constexpr std::chrono::nanoseconds kLongWait = milliseconds(2);

// Waits until the process with this handle ends, or so long.  Returns whether it has ended.
bool wait_for_end(int handle, std::chrono::nanoseconds longest) {
  pollfd end{handle, POLLIN, 0};
  const timespec time{0, longest.count()};
  return ::ppoll(&end, handle < 0 ? 0 : 1, &time, nullptr) > 0;
}

std::uint64_t attempt_number(std::uint64_t last, unsigned rank) {
  // Different leaders never use the same number.
  return ((last >> 16U) + 1) << 16U | rank;
}

fleet::Member lost_member(unsigned rank) {
  fleet::Member member;
  member.outcome.emplace();
  member.outcome->unexplained_death = "rank " + std::to_string(rank) + " does not answer";
  return member;
}

}  // namespace

RankSession::~RankSession() {
  attempt_.reset();
  if (leads()) office_.send_all({Kind::finish, {number_, 0}});
  office_.close();
}

Result<std::optional<fleet::PortfolioOutcome>> RankSession::explore(
    const fleet::WorkerCommand& command, const config::RunOptions& options,
    const fleet::Tick& tick) {
  std::optional<Outcome> outcome;
  while (!outcome) {
    Task task{command, options, tick};
    outcome = leads() ? lead(std::move(task)) : follow(std::move(task));
  }
  return std::move(*outcome);
}

std::optional<RankSession::Outcome> RankSession::lead(Task task) {
  const Clock::time_point start = Clock::now();
  const auto time = task.options.time;
  was_interrupted_ = false;
  for (int losses = 0; office_.alive().size() > 1; ++losses) {
    task.options.jobs = office_.alive().size();
    if (losses > kMostLosses && fleet::splits(task.options)) break;
    AttemptPlan plan = plan_attempt(task);
    if (time) plan.deadline = start + *time;
    announce(plan, task);
    run_attempt(task, plan);
    // Another rank leads: it did not hear of this one for too long.
    if (is_finished_ || announcement_) return Outcome(std::nullopt);
    const std::chrono::duration<double> seconds = Clock::now() - start;
    if (std::optional<Outcome> outcome = outcome_of(task, plan.is_split, seconds.count())) {
      return outcome;
    }
    const bool is_refused =
        std::any_of(ends_.by_worker.begin(), ends_.by_worker.end(),
                    [](const auto& end) { return end && end->ok() && end->value().cannot_split; });
    if (is_refused) return explore_alone(task, true);
  }
  return explore_alone(task, office_.alive().size() > 1);
}

// Returns nothing if another attempt is needed.
std::optional<RankSession::Outcome> RankSession::outcome_of(const Task& task, bool is_split,
                                                            double seconds) {
  fleet::Members members;
  for (const auto& end : ends_.by_worker) {
    if (!end->ok()) return Outcome(end->error());
    members.push_back(end->value());
  }
  const bool is_found = ends_.winner && !members[*ends_.winner].cannot_split;
  if (is_split && !is_found) {
    const auto any = [&](auto test) { return std::any_of(members.begin(), members.end(), test); };
    if (any([](const fleet::Member& member) { return member.cannot_split; })) return std::nullopt;
    if (any(fleet::is_lost) && !was_interrupted_) return std::nullopt;
  }
  const std::size_t count = members.size();
  fleet::PortfolioOutcome outcome;
  outcome.lost = fleet::take_lost(members);
  outcome.outcome = is_split ? fleet::combine_split(std::move(members), ends_.winner, seconds)
                             : fleet::combine(std::move(members), ends_.winner, seconds);
  if (!is_split && !fleet::uses_randomness(task.options)) {
    outcome.outcome.result.coverage.notes.emplace_back(
        "all searches except search 0 tried choices in random order");
  }
  fleet::complete_result(outcome.outcome.result, task.options, count);
  return Outcome(std::move(outcome));
}

RankSession::Outcome RankSession::explore_alone(const Task& task, bool could_split) {
  attempt_.reset();
  config::RunOptions options = task.options;
  options.jobs = 1;
  const fleet::Tick tick = [&](const fleet::Progress& progress) {
    receive_all();
    tell_alive();
    return task.tick(progress);
  };
  Result<fleet::PortfolioOutcome> outcome = fleet::run_portfolio(task.command, options, tick);
  if (!outcome) return outcome.error();
  if (could_split) {
    outcome->outcome.result.coverage.notes.emplace_back(
        "one process explored all: the search could not be split");
  }
  return std::optional(std::move(*outcome));
}

std::optional<RankSession::Outcome> RankSession::follow(Task task) {
  while (true) {
    exchange_messages();
    if (is_finished_) return Outcome(std::nullopt);
    if (announcement_) {
      if (const std::optional<AttemptPlan> plan = read_announcement(task)) run_attempt(task, *plan);
      continue;
    }
    if (!office_.is_silent(leader())) continue;
    office_.bury(leader());
    if (leads()) return std::nullopt;
    office_.expect(leader());
  }
}

AttemptPlan RankSession::plan_attempt(const Task& task) {
  AttemptPlan plan;
  plan.number = attempt_number(number_, office_.rank());
  plan.ranks = office_.alive();
  plan.neighbours = office_.neighbours();
  plan.is_split = fleet::splits(task.options);
  return plan;
}

// The other ranks have read the same command line.
void RankSession::announce(const AttemptPlan& plan, const Task& task) {
  Message message{Kind::begin, {plan.number, 0}};
  message.words = {plan.is_split ? 1U : 0U, plan.deadline ? 1U : 0U};
  const auto rest = plan.deadline.value_or(Clock::now()) - Clock::now();
  message.words.push_back(static_cast<std::uint64_t>(
      std::max<std::int64_t>(std::chrono::duration_cast<milliseconds>(rest).count(), 0)));
  append_text(message.words, task.options.ignored_races);
  message.words.push_back(plan.ranks.size());
  message.words.insert(message.words.end(), plan.ranks.begin(), plan.ranks.end());
  office_.send_all(message);
}

// Returns nothing if this rank is not part of it.
std::optional<AttemptPlan> RankSession::read_announcement(Task& task) {
  const Message message = *std::exchange(announcement_, std::nullopt);
  WordReader words(message.words);
  AttemptPlan plan;
  plan.number = message.stamp.attempt;
  plan.neighbours = office_.neighbours();
  plan.is_split = words.next() != 0;
  const bool has_deadline = words.next() != 0;
  const milliseconds rest(words.next());
  if (has_deadline) plan.deadline = Clock::now() + rest;
  task.options.ignored_races = words.text();
  for (const std::uint64_t rank : words.next(words.next())) {
    plan.ranks.push_back(static_cast<unsigned>(rank));
  }
  task.options.jobs = plan.ranks.size();
  const auto self = std::find(plan.ranks.begin(), plan.ranks.end(), office_.rank());
  if (self == plan.ranks.end()) {
    is_finished_ = true;
    return std::nullopt;
  }
  plan.worker = static_cast<unsigned>(self - plan.ranks.begin());
  const std::vector<unsigned> known = office_.alive();
  for (const unsigned rank : known) {
    if (!std::binary_search(plan.ranks.begin(), plan.ranks.end(), rank)) office_.bury(rank);
  }
  return plan;
}

// The leader returns when all workers have ended; the others when there is something else to do.
void RankSession::run_attempt(const Task& task, const AttemptPlan& plan) {
  number_ = plan.number;
  worker_has_ended_ = false;
  ends_ = {};
  ends_.by_worker.resize(plan.ranks.size());
  progress_.clear();
  attempt_.reset();
  for (const unsigned rank : plan.ranks) office_.expect(rank);
  Result<std::unique_ptr<Attempt>> attempt =
      Attempt::start(task.command, task.options, plan, [this](unsigned worker, Message message) {
        office_.send(attempt_->plan().ranks[worker], message);
      });
  if (attempt) {
    attempt_ = std::move(*attempt);
  } else {
    end_worker(plan.worker, attempt.error());
  }
  for (auto& [from, message] : std::exchange(early_, {})) handle(from, std::move(message));
  while (!is_over()) {
    exchange_messages();
    if (!worker_has_ended_) look_at_worker(task);
    if (leads()) {
      bury_silent();
      decide(task);
    } else if (office_.is_silent(leader())) {
      break;
    }
  }
  attempt_.reset();
}

bool RankSession::is_over() const {
  if (is_finished_ || announcement_) return true;
  const auto& ends = ends_.by_worker;
  return leads() &&
         std::all_of(ends.begin(), ends.end(), [](const auto& end) { return end.has_value(); });
}

void RankSession::look_at_worker(const Task& task) {
  if (attempt_->look()) {
    progress_[office_.rank()] = attempt_->progress();
    const bool goes_on = task.tick(leads() ? total_progress() : attempt_->progress());
    if (!goes_on) was_interrupted_ = true;
    if (!goes_on) attempt_->stop(fleet::WorkerProcess::kGrace);
    if (attempt_->plan().is_split && attempt_->cannot_split()) attempt_->stop(kShortGrace);
    return;
  }
  end_worker(attempt_->plan().worker, attempt_->member([&](const fleet::Progress&) {
    receive_all();
    attempt_->turn();
    tell_alive();
    return true;
  }));
}

void RankSession::end_worker(unsigned worker, Result<fleet::Member> member) {
  worker_has_ended_ = true;
  if (leads()) return note_end(worker, std::move(member));
  Message message{Kind::ended, {number_, 0}, {worker}};
  append_text(message.words, to_text(member));
  office_.send(leader(), message);
}

void RankSession::note_end(unsigned worker, Result<fleet::Member> member) {
  if (worker >= ends_.by_worker.size() || ends_.by_worker[worker]) return;
  ends_.by_worker[worker] = std::move(member);
  has_news_ = true;
}

// Returns whether the other workers need not go on.
bool RankSession::is_decisive(const Task& task, const Result<fleet::Member>& member) const {
  if (!member) return true;
  if (!task.options.keep_going && fleet::found_error(*member)) return true;
  if (attempt_ != nullptr && attempt_->plan().is_split) {
    return member->cannot_split || fleet::left_others(*member);
  }
  return member->outcome->result.verdict == result::RunVerdict::complete;
}

void RankSession::decide(const Task& task) {
  if (ends_.is_stopping) return;
  for (std::size_t i = 0; i < ends_.by_worker.size(); ++i) {
    const auto& end = ends_.by_worker[i];
    if (!end || !is_decisive(task, *end)) continue;
    ends_.is_stopping = true;
    if (end->ok() && fleet::found_error(end->value()) && !ends_.winner) ends_.winner = i;
  }
  if (!ends_.is_stopping) return;
  office_.send_all({Kind::stop_search, {number_, 0}});
  if (attempt_ != nullptr) attempt_->stop(kShortGrace);
}

void RankSession::bury_silent() {
  if (attempt_ == nullptr) return;
  const std::vector<unsigned>& ranks = attempt_->plan().ranks;
  for (unsigned worker = 0; worker < ranks.size(); ++worker) {
    const unsigned rank = ranks[worker];
    if (!office_.is_alive(rank) || !office_.is_silent(rank)) continue;
    office_.bury(rank);
    note_end(worker, lost_member(rank));
  }
}

void RankSession::exchange_messages() {
  const Clock::time_point end = Clock::now() + kTick;
  const bool has_relay = attempt_ != nullptr && attempt_->plan().is_split;
  const int handle = attempt_ != nullptr && !worker_has_ended_ ? attempt_->worker_handle() : -1;
  do {
    bool is_active = receive_all();
    if (attempt_ != nullptr) is_active |= attempt_->turn();
    tell_alive();
    if (is_finished_ || announcement_ || std::exchange(has_news_, false)) return;
    if (wait_for_end(handle, is_active ? kBusyWait : has_relay ? kIdleWait : kLongWait)) return;
  } while (Clock::now() < end);
}

bool RankSession::receive_all() {
  bool is_active = false;
  for (int i = 0; i < kMostMessages; ++i) {
    auto received = office_.receive();
    if (!received) break;
    is_active = true;
    handle(received->first, std::move(received->second));
  }
  return is_active;
}

void RankSession::handle(unsigned from, Message message) {
  WordReader words(message.words);
  switch (message.kind) {
    case Kind::alive: {
      fleet::Progress& progress = progress_[from];
      progress.executions = words.next();
      progress.states = words.next();
      progress.transitions = words.next();
      progress.max_depth = words.next();
      progress.errors = words.next();
      progress.races = words.next();
      progress.memory = words.next();
      return;
    }
    case Kind::begin:
      if (message.stamp.attempt > number_) announcement_ = std::move(message);
      return;
    case Kind::finish:
      is_finished_ = is_finished_ || (from == leader() && !leads());
      return;
    case Kind::stop_search:
      if (message.stamp.attempt == number_ && attempt_ != nullptr) attempt_->stop(kShortGrace);
      return;
    case Kind::ended: {
      const auto worker = static_cast<unsigned>(words.next());
      if (message.stamp.attempt == number_) note_end(worker, member_from_text(words.text()));
      return;
    }
    default:
      if (message.stamp.attempt > number_) {
        early_.emplace_back(from, std::move(message));
      } else if (message.stamp.attempt == number_ && attempt_ != nullptr) {
        attempt_->handle(from, message);
      }
      return;
  }
}

void RankSession::tell_alive() {
  const Clock::time_point now = Clock::now();
  if (now - last_alive_ < kAliveInterval) return;
  last_alive_ = now;
  const fleet::Progress& own = progress_[office_.rank()];
  const Message message{Kind::alive,
                        {number_, 0},
                        {own.executions, own.states, own.transitions, own.max_depth, own.errors,
                         own.races, own.memory}};
  leads() ? office_.send_all(message) : office_.send(leader(), message);
}

fleet::Progress RankSession::total_progress() const {
  fleet::Progress sum = progress_.at(office_.rank());
  for (const auto& [rank, one] : progress_) {
    if (rank == office_.rank()) continue;
    sum.executions += one.executions;
    sum.states += one.states;
    sum.transitions += one.transitions;
    sum.max_depth = std::max(sum.max_depth, one.max_depth);
    sum.errors += one.errors;
    sum.races = std::max(sum.races, one.races);
    sum.memory += one.memory;
    ++sum.searches;
  }
  sum.estimate.reset();
  return sum;
}

}  // namespace heddle::ranks
