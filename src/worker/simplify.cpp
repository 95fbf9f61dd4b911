#include "worker/simplify.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

#include "search/engine/explorer.hpp"
#include "search/recipes/recipes.hpp"
#include "worker/fewer_switches.hpp"
#include "worker/trial.hpp"

namespace heddle::worker {
namespace {

// How much a simpler form of an error is worth, in executions and in steps: not in time, so that
// one seed has one result.
constexpr std::uint64_t kSimplifyExecutions = 3'000;
constexpr std::uint64_t kSteps = 2'000'000;
constexpr std::uint64_t kPreemptions = 2;
constexpr std::uint64_t kFewSwitches = 2;

// Ends at the first failure that is the wanted one.
struct First : search::SearchObserver {
  explicit First(const FailedSchedule& sought) : wanted(sought) {}

  const FailedSchedule& wanted;
  std::optional<FailedSchedule> found;

  bool failed(const search::Path& path, const Failure& failure) override {
    if (!is_same(failure, wanted.failure)) return true;
    found = {path.schedule(), failure, wanted.context};
    return false;
  }
};

// Looks for the same failure among the schedules with few preemptions.
std::optional<FailedSchedule> with_few_preemptions(native::NativeSystem& system,
                                                   const FailedSchedule& failed,
                                                   SimplifyBudget& budget) {
  for (std::uint64_t bound = 0; bound <= kPreemptions && budget.has_time(); ++bound) {
    config::SearchOptions options;
    options.search = config::Search::context_bounded;
    options.bound.preemptions = bound;
    Result<search::Recipe> recipe = search::recipe_for(options);
    Budget limits = budget.left();
    limits.executions = std::min(
        {limits.executions, kSimplifyExecutions, 1 + kSteps / (1 + failed.schedule.size())});
    limits.transitions = kSteps;  // an execution may be much longer than the failed one
    First first(failed);
    system.restart();
    search::Explorer explorer(system, std::move(*recipe), limits, first);
    explorer.explore(budget.stop());
    if (first.found) return first.found;
  }
  budget.has_time();  // the last search may have been cut
  return std::nullopt;
}

}  // namespace

FailedSchedule simplest(native::NativeSystem& system, const FailedSchedule& failed,
                        SimplifyBudget& budget) {
  FailedSchedule reduced = with_fewer_switches(system, failed, budget);
  // Few schedules with so few switches have fewer preemptions.
  if (difficulty(reduced.schedule).switches <= kFewSwitches) return reduced;
  std::optional<FailedSchedule> other = with_few_preemptions(system, reduced, budget);
  if (!other) return reduced;
  *other = with_fewer_switches(system, *other, budget);
  return difficulty(other->schedule) < difficulty(reduced.schedule) ? *other : reduced;
}

}  // namespace heddle::worker
