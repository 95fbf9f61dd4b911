#include "worker/cut_judge.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "core/event.hpp"
#include "core/number_text.hpp"
#include "core/random.hpp"
#include "monitors/misuse.hpp"
#include "system/divergence.hpp"
#include "system/interruption.hpp"
#include "worker/race_session.hpp"

namespace heddle::worker {
namespace {

// How much further an execution goes before it counts as one that does not end; at least as far as
// it was allowed to go before.  In steps and not in time, so that one seed has one result.
constexpr std::uint64_t kFairSteps = 1'000'000;

// A fair execution may by chance be one that does not end.
constexpr std::uint64_t kReferenceRuns = 2;

// A thread that is alone performs up to 64 operations in one step.
constexpr std::uint64_t kWeightAlone = 8;

Failure no_end(std::uint64_t steps, std::uint64_t fair_steps, ThreadId last) {
  Failure failure;
  failure.kind = FailureKind::livelock;
  failure.thread = last;
  failure.message = "no termination after " + grouped(steps) + " steps, the last " +
                    grouped(fair_steps) + " under a fair scheduler";
  return failure;
}

// Drops what a recording reports.
struct Silence : EventListener {
  void happened(const Event&) override {}
  void printed(ThreadId, int, std::string_view) override {}
};

}  // namespace

std::optional<FailedSchedule> CutJudge::judge(const Schedule& schedule) {
  ++cuts_;
  if (!first_) first_ = Cut{schedule, current_context(system_)};
  const bool is_due = (cuts_ & (cuts_ - 1)) == 0;  // the first, second, fourth, eighth, ...
  const bool reports = options_.livelocks == config::Livelocks::report;
  if (!is_due || !reports || is_settled_) return std::nullopt;
  std::optional<FailedSchedule> error = go_on(schedule);
  if (error) error->context = current_context(system_);
  return error;
}

search::FairRun::Limits CutJudge::limits() const {
  return {.steps = std::max(kFairSteps, options_.max_steps),
          .weight_alone = kWeightAlone,
          .deadline = deadline_,
          .stop = &stop_};
}

bool CutJudge::ends_from_the_beginning() {
  for (std::uint64_t i = 0; i < kReferenceRuns && !ends_from_the_beginning_.value_or(false); ++i) {
    system_.rewind(system_.initial_mark());
    search::FairRun run(system_, false, Random(options_.seed).split(0xf1e + i).next());
    ends_from_the_beginning_ = run.go_on(limits()) == search::FairRun::End::ended;
  }
  return *ends_from_the_beginning_;
}

// Continues under a fair scheduler, and restores the way in which the search keeps states.
std::optional<FailedSchedule> CutJudge::go_on(const Schedule& schedule) {
  const search::FairRun::Limits limits = this->limits();
  const Schedule cut = schedule;  // the search's own may change with the system
  const std::uint64_t seed = Random(options_.seed).split(0xe4d).next();
  const native::StateKeeping keeping = system_.states_kept();
  if (keeping.compares) {
    // A state that came again on the way here would have ended the execution.
    system_.set_step_limit(cut.size() + limits.steps + 1);
    search::FairRun run(system_, true, seed);
    std::optional<FailedSchedule> error = conclude(run, run.go_on(limits), cut, cut.size());
    system_.set_step_limit(options_.max_steps);
    return error;
  }
  system_.set_step_limit(cut.size() + limits.steps + 1);
  system_.keep_states({.compares = true, .reorders = keeping.reorders});
  // Races were looked for before, and are again in the search.
  if (options_.races == config::Races::report) system_.watch_races(native::RaceWatch::off);
  system_.restart();
  search::FairRun run(system_, true, seed);
  search::FairRun::End end = run.follow(cut, limits);
  if (end == search::FairRun::End::running) end = run.go_on(limits);
  std::optional<FailedSchedule> error = conclude(run, end, cut, 0);
  system_.set_step_limit(options_.max_steps);
  system_.keep_states(keeping);
  system_.watch_races(race_watch_of(options_.races));
  system_.restart();
  return error;
}

// `before`: the steps that were taken before the run's.
std::optional<FailedSchedule> CutJudge::conclude(search::FairRun& run, search::FairRun::End end,
                                                 const Schedule& schedule, std::size_t before) {
  Schedule whole(schedule.begin(), schedule.begin() + static_cast<std::ptrdiff_t>(before));
  whole.insert(whole.end(), run.schedule().begin(), run.schedule().end());
  switch (end) {
    case search::FairRun::End::cycle: {
      const search::Livelock livelock{whole, before + run.livelock()->cycle_begin};
      return FailedSchedule{whole, search::failure(livelock), {}};
    }
    case search::FairRun::End::ended: {
      if (cuts_ == 1) first_->ends_after = whole.size();
      const Verdict verdict = system_.view().verdict;
      const bool is_wrong = verdict == Verdict::failed || verdict == Verdict::deadlock;
      if (!is_wrong || !system_.refusal().empty()) return std::nullopt;
      return FailedSchedule{whole, system_.failure(), {}};
    }
    case search::FairRun::End::running: {
      if (cuts_ == 1) first_->tried = whole.size();
      if (!run.is_fair_so_far()) return std::nullopt;
      const Failure failure =
          no_end(whole.size(), whole.size() - schedule.size(), system_.view().last);
      if (!ends_from_the_beginning()) return std::nullopt;
      is_settled_ = true;
      return FailedSchedule{schedule, failure, {}, true};
    }
    case search::FairRun::End::stopped:
    case search::FairRun::End::diverged:
      break;
  }
  return std::nullopt;
}

std::optional<result::CutLoop> CutJudge::loop(const Recording& recording) {
  if (!first_) return std::nullopt;
  Silence silence;
  restore(first_->context, system_);
  try {
    system_.record(first_->schedule, silence);
  } catch (const Divergence&) {
    return std::nullopt;
  } catch (const Interruption&) {
    return std::nullopt;
  }
  // The threads that moved in the second half of it are in the loop.
  std::set<ThreadId> movers;
  const Schedule& schedule = first_->schedule;
  for (std::size_t i = schedule.size() / 2; i < schedule.size(); ++i) {
    movers.insert(schedule[i].thread);
  }
  result::CutLoop loop;
  loop.ends_after = first_->ends_after;
  loop.tried = first_->tried;
  for (const native::PausedThread& paused : system_.paused_threads()) {
    if (!movers.contains(paused.thread)) continue;
    result::CutThread& thread = loop.threads.emplace_back();
    thread.thread = native::ThreadWord(paused.thread).text;
    for (const Site site : paused.stack) thread.stack.push_back(recording.place_of(site));
  }
  return loop;
}

}  // namespace heddle::worker
