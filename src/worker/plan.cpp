#include "worker/plan.hpp"

#include <algorithm>

#include "search/recipes/context_bounded.hpp"
#include "search/recipes/depth_first.hpp"
#include "search/recipes/random_walk.hpp"

namespace heddle::worker {
namespace {

// Enough for the small programs that a hunt can finish at all, and a second or two for the others.
constexpr std::uint64_t kHuntExecutions = 20'000;

// Most concurrency errors need one or two preemptions (Musuvathi and Qadeer, PLDI 2007).
constexpr std::uint64_t kFewPreemptions = 2;

search::SearchOptions search_options(const options::RunOptions& options) {
  search::SearchOptions search;
  search.order =
      options.order == options::Order::random ? search::Order::random : search::Order::thread_index;
  search.preemptions = options.bound.preemptions;
  search.depth = options.bound.depth;
  search.seed = options.seed;
  return search;
}

Phase hunt(Phase phase) {
  phase.plain_points = true;
  phase.is_hunt = true;
  phase.max_executions = kHuntExecutions;
  return phase;
}

std::vector<Phase> rising_bounds(const options::RunOptions& options) {
  std::vector<Phase> plan;
  Phase phase;
  phase.kernel = Kernel::context_bounded;
  phase.search = search_options(options);
  phase.plain_points = options.points == options::Points::all;
  const std::uint64_t last = options.bound.preemptions.value_or(kFewPreemptions);
  for (std::uint64_t bound = 0; bound <= last; ++bound) {
    phase.search.preemptions = bound;
    plan.push_back(phase);
    const bool also_hunt = options.points == options::Points::auto_ && bound >= 1;
    if (also_hunt && bound <= kFewPreemptions) plan.push_back(hunt(phase));
  }
  if (!options.bound.preemptions) {
    phase.kernel = Kernel::depth_first;
    phase.search.preemptions.reset();
    plan.push_back(phase);
  }
  return plan;
}

}  // namespace

std::vector<Phase> make_plan(const options::RunOptions& options) {
  if (options.search == options::Search::auto_) return rising_bounds(options);
  Phase phase;
  phase.search = search_options(options);
  phase.plain_points = options.points == options::Points::all;
  if (options.search == options::Search::random) {
    phase.kernel = Kernel::random_walk;
    // A sample promises nothing, so it may as well see everything.
    phase.plain_points |= options.points == options::Points::auto_;
    return {phase};
  }
  if (options.points == options::Points::auto_) return {phase, hunt(phase)};
  return {phase};
}

Result<search::Recipe> make_recipe(const Phase& phase) {
  switch (phase.kernel) {
    case Kernel::context_bounded:
      return search::context_bounded(phase.search);
    case Kernel::random_walk:
      return search::random_walk(phase.search);
    case Kernel::depth_first:
      break;
  }
  return search::depth_first(phase.search);
}

std::string to_text(const Phase& phase) {
  std::string text = phase.kernel == Kernel::random_walk ? "random schedules" : "all schedules";
  if (phase.search.preemptions) {
    const std::uint64_t bound = *phase.search.preemptions;
    text = bound == 0
               ? "no preemptions"
               : "at most " + std::to_string(bound) + (bound == 1 ? " preemption" : " preemptions");
  }
  return text + (phase.plain_points ? ", every memory access" : ", synchronisation");
}

}  // namespace heddle::worker
