#include "cli/nearby_search.hpp"

#include <algorithm>
#include <chrono>

#include "cli/interrupt.hpp"
#include "config/options_text.hpp"
#include "fleet/complete_result.hpp"
#include "fleet/worker_process.hpp"

namespace heddle::cli {
namespace {

// A regression test must stay quick.
constexpr std::uint64_t kMostSearched = 2'000;
constexpr std::chrono::milliseconds kLongestSearch = std::chrono::seconds(10);

config::RunOptions options_to_search(const config::RunOptions& followed) {
  config::RunOptions options;
  options.launcher = followed.launcher;
  options.early_timeouts = followed.early_timeouts;
  options.spurious = followed.spurious;
  options.leaks = followed.leaks;
  options.races = followed.races;
  options.max_step_time = followed.max_step_time;
  options.max_executions = followed.max_executions.value_or(kMostSearched);
  options.time = std::min(followed.time.value_or(kLongestSearch), kLongestSearch);
  options.jobs = 1;
  return options;
}

}  // namespace

Result<NearbySearch> search_nearby(const report::AnchoredSchedule& schedule,
                                   const ProgramFile& program, const config::RunOptions& options) {
  const config::RunOptions own = options_to_search(options);
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
  if (!outcome->internal_error.empty() || !outcome->divergence.empty()) return NearbySearch{};
  result::RunResult& result = outcome->result;
  fleet::complete_result(result, own, 1);
  return NearbySearch{result.error, result.verdict == result::RunVerdict::complete,
                      result.executions};
}

}  // namespace heddle::cli
