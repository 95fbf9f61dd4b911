#include "cli/followed_schedule.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <set>
#include <vector>

#include "cli/interrupt.hpp"
#include "config/options_text.hpp"
#include "fleet/worker_process.hpp"
#include "report/anchors.hpp"
#include "report/explanation.hpp"
#include "report/symbolized.hpp"
#include "symbolize/symbolizer.hpp"
#include "trace/order_request.hpp"

namespace heddle::cli {
namespace {

using End = FollowedSchedule::End;
using report::Anchor;
using report::AnchoredSchedule;

// Each execution settles at least one more step, unless they alternate.
constexpr std::size_t kMostExecutions = 100;
// All plain accesses are scheduling points, so an execution has more steps than in a search.
constexpr std::uint64_t kLeastMaxSteps = 500'000;

class Follower {
 public:
  Follower(const AnchoredSchedule& schedule, const ProgramFile& program,
           const config::RunOptions& options)
      : schedule_(schedule), max_steps_(options.max_steps) {
    command_.argv = options.launcher;
    command_.argv.push_back(program.path);
    command_.argv.insert(command_.argv.end(), schedule.arguments.begin(), schedule.arguments.end());
    command_.options = config::to_text(options);
    if (options.time) command_.deadline = std::chrono::steady_clock::now() + *options.time;
  }

  Result<FollowedSchedule> run() {
    trace::OrderRequest request;
    request.explore_call = schedule_.explore_call;
    for (std::size_t i = 0; i < kMostExecutions; ++i) {
      const Result<fleet::WorkerOutcome> outcome = execute(request);
      if (!outcome.ok()) return outcome.error();
      if (std::optional<FollowedSchedule> end = end_of(*outcome)) {
        if (!end->error || end->error->kind != FailureKind::crash || crashes_again(request)) {
          return *end;
        }
        return Error{"The process of the program was killed from outside; try again."};
      }
      if (!outcome->trace || interrupt_.interrupted()) {
        return Error{
            "The schedule was not followed to its end: the time is over (--time) or the run was "
            "interrupted; try again."};
      }
      const report::NamedSteps names(*outcome->trace,
                                     report::symbolize_trace(*outcome->trace, symbolizer_));
      functions_.insert(names.functions().begin(), names.functions().end());
      const trace::OrderRequest next = resolved(names, *outcome->trace);
      if (next == request) return judge(names, request);
      request = next;
    }
    return FollowedSchedule{End::not_applicable,
                            "the steps of the schedule depend on each other in a new way"};
  }

 private:
  Result<fleet::WorkerOutcome> execute(const trace::OrderRequest& request) {
    command_.replay = trace::to_text(request);
    return fleet::run_worker(command_,
                             [this](const fleet::Progress&) { return !interrupt_.interrupted(); });
  }

  // Returns how the execution ended, unless it ended without an error.
  std::optional<FollowedSchedule> end_of(const fleet::WorkerOutcome& outcome) const {
    if (!outcome.internal_error.empty()) {
      return FollowedSchedule{End::internal_error, outcome.internal_error};
    }
    if (!outcome.divergence.empty()) return FollowedSchedule{End::diverged, outcome.divergence};
    if (outcome.result.error) {
      const result::FoundError& error = *outcome.result.error;
      return FollowedSchedule{End::failed, report::failure_line(error.kind, error.message), error};
    }
    if (outcome.result.transitions < max_steps_) return std::nullopt;
    return FollowedSchedule{End::not_applicable,
                            fmt::format("the execution has more than {} steps", max_steps_)};
  }

  // A process that died may have been killed from outside.
  bool crashes_again(const trace::OrderRequest& request) {
    const Result<fleet::WorkerOutcome> again = execute(request);
    return again.ok() && again->result.error;
  }

  // Finds the steps of the schedule in an execution.
  trace::OrderRequest resolved(const report::NamedSteps& names, const trace::Trace& trace) {
    trace::OrderRequest next;
    next.explore_call = schedule_.explore_call;
    next.shared_cells = trace.header.shared_cells;
    for (const trace::Thread& thread : trace.threads) next.threads.push_back(thread.path);
    missing_.clear();
    for (const report::AnchoredOrder& order : schedule_.orders) {
      const auto earlier = find(names, order.earlier);
      const auto later = find(names, order.later);
      // Until the earlier step is found, the later one waits for all others: one of them leads to
      // it.
      if (later) next.orders.push_back({earlier.value_or(ThreadStep{}), *later});
    }
    for (const report::AnchoredChoice& choice : schedule_.choices) {
      const auto step = find(names, choice.step);
      if (step) next.choices.push_back({*step, choice.alternative});
    }
    return next;
  }

  std::optional<ThreadStep> find(const report::NamedSteps& names, const Anchor& anchor) {
    const std::optional<ThreadStep> step = names.find(anchor);
    if (!step) missing_.push_back(&anchor);
    return step;
  }

  FollowedSchedule judge(const report::NamedSteps& names, const trace::OrderRequest& request) {
    const auto is_gone = [&](const Anchor* anchor) {
      return !anchor->function.empty() && !functions_.contains(anchor->function);
    };
    const auto gone = std::find_if(missing_.begin(), missing_.end(), is_gone);
    if (gone != missing_.end()) {
      return {End::not_applicable,
              fmt::format("no thread executed a step in {}", (*gone)->function)};
    }
    // A step may be missing because the program prevents what leads to it.
    for (const report::AnchoredOrder& order : schedule_.orders) {
      if (!is_prevented(names, order)) continue;
      return {End::prevented, fmt::format("{} cannot precede {}", report::describe(order.earlier),
                                          report::describe(order.later))};
    }
    if (!missing_.empty()) {
      return {End::not_applicable,
              fmt::format("no step is {}", report::describe(*missing_.front()))};
    }
    for (const trace::StepChoice& choice : request.choices) {
      if (names.alternative(choice.step) == choice.alternative) continue;
      return {End::not_applicable,
              fmt::format("{} has no alternative {}", report::describe(names.anchor(choice.step)),
                          choice.alternative)};
    }
    return {End::passed, ""};
  }

  // Returns whether the later step came first although it waited for the earlier one.
  static bool is_prevented(const report::NamedSteps& names, const report::AnchoredOrder& order) {
    const std::optional<ThreadStep> earlier = names.find(order.earlier);
    const std::optional<ThreadStep> later = names.find(order.later);
    if (!later) return false;
    return earlier ? !names.holds({*earlier, *later})
                   : names.waits_beyond(order.earlier.thread, *later);
  }

  const AnchoredSchedule& schedule_;
  std::uint64_t max_steps_;
  fleet::WorkerCommand command_;
  symbolize::Symbolizer symbolizer_;
  const InterruptGuard interrupt_;
  std::set<std::string> functions_;     // of all executions
  std::vector<const Anchor*> missing_;  // in the last execution
};

}  // namespace

Result<config::RunOptions> options_to_follow(const AnchoredSchedule& schedule,
                                             const std::string& name) {
  const Result<config::RunOptions> recorded = config::parse_options(schedule.options);
  if (!recorded.ok()) {
    return Error{fmt::format("'{}' was recorded with options that this version does not accept: {}",
                             name, recorded.sentence())};
  }
  config::RunOptions options;
  options.search = config::Search::dfs;
  options.states = config::States::none;
  options.points = config::Points::all;
  options.jobs = 1;
  options.early_timeouts = recorded->early_timeouts;
  options.spurious = recorded->spurious;
  options.leaks = recorded->leaks;
  options.races = recorded->races;
  options.max_step_time = recorded->max_step_time;
  options.max_steps = std::max(recorded->max_steps, kLeastMaxSteps);
  return options;
}

Result<FollowedSchedule> follow_schedule(const AnchoredSchedule& schedule,
                                         const ProgramFile& program,
                                         const config::RunOptions& options) {
  return Follower(schedule, program, options).run();
}

}  // namespace heddle::cli
