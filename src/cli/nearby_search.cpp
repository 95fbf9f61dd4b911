#include "cli/nearby_search.hpp"

#include <algorithm>
#include <chrono>

#include "cli/interrupt.hpp"
#include "config/options_text.hpp"
#include "fleet/complete_result.hpp"
#include "fleet/worker_process.hpp"
#include "report/explanation.hpp"

namespace heddle::cli {
namespace {

using End = FollowedSchedule::End;

// A regression test must stay quick.
constexpr std::uint64_t kMostSearched = 2'000;
constexpr std::chrono::milliseconds kLongestSearch = std::chrono::seconds(10);

// REQUIRES: the options of the schedule are valid, as those that follow from them are.
config::RunOptions options_to_search(const report::AnchoredSchedule& schedule,
                                     const config::RunOptions& followed) {
  const Result<config::RunOptions> recorded = config::parse_options(schedule.options);
  config::RunOptions options;
  options.livelocks = recorded->livelocks;
  options.max_steps = recorded->max_steps;
  // The files of races that are ignored are not at hand.
  const bool ignores_some = !recorded->suppressions.empty() || !recorded->ignored_races.empty();
  options.races = ignores_some ? config::Races::report : followed.races;
  options.launcher = followed.launcher;
  options.early_timeouts = followed.early_timeouts;
  options.spurious = followed.spurious;
  options.leaks = followed.leaks;
  options.max_step_time = followed.max_step_time;
  options.max_executions = followed.max_executions.value_or(kMostSearched);
  options.time = std::min(followed.time.value_or(kLongestSearch), kLongestSearch);
  options.jobs = 1;
  return options;
}

}  // namespace

Result<NearbySearch> search_nearby(const report::AnchoredSchedule& schedule,
                                   const ProgramFile& program, const config::RunOptions& options) {
  const config::RunOptions own = options_to_search(schedule, options);
  fleet::WorkerCommand command;
  command.argv = own.launcher;
  command.argv.push_back(program.path);
  command.argv.insert(command.argv.end(), schedule.arguments.begin(), schedule.arguments.end());
  command.options = config::to_text(own);
  command.deadline = std::chrono::steady_clock::now() + *own.time;
  const InterruptGuard interrupt;
  Result<fleet::WorkerOutcome> outcome =
      fleet::run_worker(command, [&](const fleet::Progress&) { return !interrupt.interrupted(); });
  if (!outcome.ok()) return outcome.error();
  if (!outcome->internal_error.empty())
    return NearbySearch{{End::internal_error, outcome->internal_error}};
  if (!outcome->divergence.empty()) return NearbySearch{{End::diverged, outcome->divergence}};
  result::RunResult& result = outcome->result;
  fleet::complete_result(result, own, 1);
  NearbySearch search{{}, result.verdict == result::RunVerdict::complete, result.executions};
  if (result.error) {
    const std::string sentence = report::failure_line(result.error->kind, result.error->message);
    search.outcome = {End::failed, sentence, result.error};
  }
  return search;
}

}  // namespace heddle::cli
