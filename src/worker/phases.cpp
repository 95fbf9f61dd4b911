#include "worker/phases.hpp"

#include <algorithm>

#include "fleet/member.hpp"
#include "search/recipes/catalogue.hpp"
#include "search/recipes/randomized_backtracking_recipe.hpp"
#include "worker/adopted_points.hpp"
#include "worker/requested_search.hpp"

namespace heddle::worker {
namespace {

// Enough for the small programs that a hunt can finish at all, and a second or two for the others.
constexpr std::uint64_t kHuntExecutions = 20'000;
constexpr std::uint64_t kHuntStates = 300'000;

// Most concurrency errors need one or two preemptions (Musuvathi and Qadeer, PLDI 2007).
constexpr std::uint64_t kFewPreemptions = 2;

std::string_view kernel_of(options::Search search) {
  switch (search) {
    case options::Search::bfs:
      return "bfs";
    case options::Search::best_first:
      return "best-first";
    case options::Search::iterative_deepening:
      return "iterative-deepening";
    case options::Search::mixed:
      return "mixed";
    case options::Search::prss:
      return "prss";
    case options::Search::random:
      return "random";
    case options::Search::pct:
      return "pct";
    case options::Search::pos:
      return "pos";
    case options::Search::urw:
      return "urw";
    case options::Search::surw:
      return "surw";
    case options::Search::auto_:
    case options::Search::dfs:
      break;
  }
  return "dfs";
}

Phase hunt(Phase phase) {
  phase.points = native::PlainPoints::shared;
  phase.is_hunt = true;
  phase.max_executions = kHuntExecutions;
  phase.max_states = kHuntStates;
  return phase;
}

// What a run that chooses for itself covers: if nothing races, more would add nothing.
native::PlainPoints covered_points(const options::RunOptions& options) {
  const bool watches = options.races == options::Races::report;
  return points_of(options.points,
                   watches ? native::PlainPoints::racing : native::PlainPoints::none);
}

// One by one, and from where nobody counts them any more by doubling.
std::uint64_t next_bound(std::uint64_t bound, std::uint64_t last) {
  constexpr std::uint64_t kOneByOne = 16;
  if (bound < kOneByOne) return bound + 1;
  return bound > last / 2 ? last : bound * 2;
}

std::vector<Phase> rising_bounds(const options::RunOptions& options) {
  std::vector<Phase> plan;
  Phase phase;
  phase.kernel = "context-bounded";
  phase.search = search_options(options);
  phase.points = covered_points(options);
  const bool hunts = options.points == options::Points::auto_;
  const std::uint64_t last = options.bound.preemptions.value_or(kFewPreemptions);
  for (std::uint64_t bound = 0;; bound = next_bound(bound, last)) {
    phase.search.preemptions = bound;
    plan.push_back(phase);
    if (hunts && bound >= 1 && bound <= kFewPreemptions) plan.push_back(hunt(phase));
    if (bound == last) break;
  }
  if (!options.bound.preemptions) {
    phase.kernel = "dfs";
    phase.search.preemptions.reset();
    plan.push_back(phase);
    if (hunts) plan.push_back(hunt(phase));
  }
  return plan;
}

bool is_randomized(const search::SearchOptions& search) {
  return search.backtrack.jump != search::Jump::exhaustive || search.restarts.every > 0;
}

}  // namespace

bool Phase::stays_on_path() const {
  return kernel != "bfs" && kernel != "mixed" && !search.backtrack.complete &&
         search.backtrack.return_chance == 0;
}

std::vector<Phase> make_plan(const options::RunOptions& options) {
  const bool is_plain =
      options.reduce == options::Reduce::none && !is_randomized(search_options(options));
  if (options.search == options::Search::auto_ && is_plain) {
    return rising_bounds(options);
  }
  Phase phase;
  phase.kernel = kernel_of(options.search);
  phase.search = search_options(options);
  phase.points = covered_points(options);
  if (options::is_sampling(options.search)) {
    // A sample promises nothing, so it may as well see everything.
    if (options.points == options::Points::auto_) phase.points = native::PlainPoints::all;
    phase.is_sample = true;
    return {phase};
  }
  if (options.points == options::Points::auto_) return {phase, hunt(phase)};
  return {phase};
}

native::StateKeeping state_keeping(const Phase& phase, const options::RunOptions& options) {
  native::StateKeeping keeping;
  keeping.compares = phase.search.states == search::States::memory;
  // An error must not depend on how a state was reached.
  const bool executes_always = options.no_snapshots || options.races == options::Races::error;
  if (keeping.compares && !executes_always) {
    keeping.snapshots = phase.stays_on_path() ? native::Reach::path : native::Reach::anywhere;
  }
  keeping.patience_counts = phase.search.preemptions.has_value();
  keeping.wide = options.visited.kind != options::Visited::Kind::exact;
  keeping.reorders = phase.search.reduce != search::Reduce::none ||
                     phase.search.states == search::States::happens_before;
  keeping.watches_blocks = keeping.compares && phase.points == native::PlainPoints::racing;
  // The rest is for the states that are remembered.
  if (const std::uint64_t limit = fleet::memory_limit(options)) keeping.max_bytes = limit / 2;
  return keeping;
}

Result<search::Recipe> make_recipe(const Phase& phase) {
  const bool is_depth_first = phase.kernel == "dfs" || phase.kernel == "prss";
  if (is_depth_first && is_randomized(phase.search)) {
    search::SearchOptions options = phase.search;
    if (phase.kernel == "prss") options.order = search::Order::random;
    return search::randomized_backtracking(options);
  }
  return search::recipe_named(phase.kernel, phase.search);
}

std::string to_text(const Phase& phase) {
  const bool remembers = phase.search.states != search::States::none;
  std::string text = phase.is_sample ? "random schedules"
                     : remembers     ? "all states"
                                     : "all schedules";
  if (phase.search.reduce != search::Reduce::none && !remembers) text = "inequivalent schedules";
  if (phase.search.preemptions) {
    const std::uint64_t bound = *phase.search.preemptions;
    text = bound == 0
               ? "no preemptions"
               : "at most " + std::to_string(bound) + (bound == 1 ? " preemption" : " preemptions");
  }
  if (phase.search.delays) text += ", at most " + std::to_string(*phase.search.delays) + " delays";
  switch (phase.points) {
    case native::PlainPoints::none:
      return text + ", synchronisation";
    case native::PlainPoints::racing:
      return text + ", synchronisation and races";
    case native::PlainPoints::shared:
      return text + ", shared memory";
    case native::PlainPoints::all:
      break;
  }
  return text + ", every memory access";
}

}  // namespace heddle::worker
