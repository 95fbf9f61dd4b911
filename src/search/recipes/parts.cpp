#include "search/recipes/parts.hpp"

#include <string>
#include <vector>

#include "core/check.hpp"
#include "core/number_text.hpp"
#include "search/engine/expansion.hpp"
#include "search/heuristics/bounded_costs.hpp"
#include "search/heuristics/thread_orders.hpp"
#include "search/liveness/fair_cycle.hpp"
#include "search/por/bounded_sets.hpp"
#include "search/por/sleep_sets.hpp"
#include "search/por/source_sets.hpp"
#include "search/por/wakeup_trees.hpp"
#include "search/state/bit_state.hpp"
#include "search/state/happened_before.hpp"
#include "search/state/remember_nothing.hpp"
#include "search/state/system_state.hpp"
#include "search/state/visited_costs.hpp"
#include "search/state/visited_set.hpp"

namespace heddle::search {
namespace {

void add_depth(Recipe& recipe, const SearchOptions& options, Depths depths) {
  if (!options.bound.depth && depths == Depths::all_alike) return;
  const auto depth = std::make_shared<Depth>();
  recipe.arrivals = depth;
  if (!options.bound.depth) return;
  recipe.bounds.push_back({depth, *options.bound.depth, Remainder::prefixes,
                           "up to depth " + std::to_string(*options.bound.depth), ""});
}

// Returns where the next bound has its count: the visited set stores that of one bound, the context
// those of the others.
BoundCount count_of_next_bound(const Recipe& recipe) {
  return recipe.arrivals == nullptr ? BoundCount::is_in_arrival : BoundCount::is_context;
}

void add_preemptions(Recipe& recipe, std::uint64_t limit,
                     const std::shared_ptr<const FairSchedule>& fairness) {
  const BoundCount count = count_of_next_bound(recipe);
  const auto preemptions = std::make_shared<Preemptions>(fairness, count);
  if (count == BoundCount::is_in_arrival) recipe.arrivals = preemptions;
  recipe.bounds.push_back(
      {preemptions, limit, Remainder::within_limit,
       limit == 0 ? "without preemptions" : "with at most " + counted(limit, "preemption"),
       "preemption bound " + std::to_string(limit)});
  recipe.analyses.push_back(preemptions);
}

void add_delays(Recipe& recipe, std::uint64_t limit) {
  const BoundCount count = count_of_next_bound(recipe);
  const auto delays = std::make_shared<Delays>(count);
  if (count == BoundCount::is_in_arrival) recipe.arrivals = delays;
  recipe.bounds.push_back(
      {delays, limit, Remainder::within_limit,
       limit == 0 ? "without delays" : "with at most " + counted(limit, "delay"),
       "delay bound " + std::to_string(limit)});
  recipe.analyses.push_back(delays);
}

void add_bounds(Recipe& recipe, const SearchOptions& options, Depths depths) {
  std::shared_ptr<FairSchedule> fairness;
  if (options.fair && options.states != States::memory) {
    fairness = std::make_shared<FairSchedule>();
  }
  add_depth(recipe, options, depths);
  if (fairness) {
    recipe.bounds.push_back(
        {std::make_shared<Unfairness>(fairness), 0, Remainder::fair, "fair", "", fairness});
  }
  if (options.bound.preemptions) add_preemptions(recipe, *options.bound.preemptions, fairness);
  if (options.bound.delays) add_delays(recipe, *options.bound.delays);
  if (fairness) recipe.analyses.push_back(fairness);
}

// AllEnabled expands by thread index already.
void add_order(Recipe& recipe, const SearchOptions& options) {
  switch (options.order.kind) {
    case Order::Kind::default_:
      return;
    case Order::Kind::random:
      recipe.order.push_back(std::make_shared<Shuffle>(options.seed));
      return;
    case Order::Kind::switch_:
      recipe.order.push_back(std::make_shared<SwitchThread>());
      return;
    case Order::Kind::distance:
      recipe.order.push_back(std::make_shared<NextLocation>(observed_locations(recipe, options)));
      recipe.order.push_back(
          std::make_shared<LocationDistance>(observed_locations(recipe, options)));
      return;
    case Order::Kind::prefer_thread:
      recipe.order.push_back(std::make_shared<ThreadPreference>(
          std::vector{ThreadId{static_cast<std::uint16_t>(options.order.thread)}}));
      return;
  }
}

std::unique_ptr<VisitedStore> exact_store(bool has_costs, bool wide) {
  if (has_costs && wide) return std::make_unique<WideVisitedCosts>();
  if (has_costs) return std::make_unique<VisitedCosts>();
  if (wide) return std::make_unique<WideVisitedSet>();
  return std::make_unique<VisitedSet>();
}

Status add_store(Recipe& recipe, const SearchOptions& options) {
  if (options.visited.kind != Visited::Kind::bitstate) {
    const bool wide = options.visited.kind == Visited::Kind::exact128;
    recipe.visited = exact_store(recipe.arrivals != nullptr, wide);
    // The last thread is part of the context of these bounds.
    if (options.bound.preemptions || options.bound.delays) {
      recipe.program_states = std::make_unique<ProgramStates>();
    }
    return Done{};
  }
  Result<std::unique_ptr<BitState>> store = BitState::make(options.visited.bytes);
  if (!store) return store.error();
  recipe.visited = std::move(*store);
  return Done{};
}

void add_happens_before(Recipe& recipe) {
  const auto analysis = std::make_shared<HappensBefore>();
  recipe.analyses.push_back(analysis);
  recipe.identity = std::make_unique<HappenedBefore>(analysis);
}

// Adds the identity of states and their store.  REQUIRES: the recipe's arrivals are in place.
Status add_memory(Recipe& recipe, const SearchOptions& options) {
  switch (options.states) {
    case States::auto_:
      HEDDLE_CHECK(false, "the states of a search were not resolved");
    case States::none:
      recipe.visited = std::make_unique<RememberNothing>();
      return Done{};
    case States::memory:
      recipe.identity = std::make_unique<SystemState>();
      break;
    case States::happens_before:
      add_happens_before(recipe);
      break;
  }
  return add_store(recipe, options);
}

}  // namespace

std::shared_ptr<const ObservedLocations> observed_locations(Recipe& recipe,
                                                            const SearchOptions& options) {
  for (const auto& analysis : recipe.analyses) {
    if (auto known = std::dynamic_pointer_cast<const ObservedLocations>(analysis)) return known;
  }
  HEDDLE_CHECK(options.guided.guidance != nullptr, "a search by distance without locations");
  const auto observed = std::make_shared<ObservedLocations>(options.guided.guidance);
  recipe.analyses.push_back(observed);
  return observed;
}

Result<Recipe> common_parts(const SearchOptions& options, Depths depths) {
  Recipe recipe;
  recipe.expansion = std::make_unique<AllEnabled>();
  add_bounds(recipe, options, depths);
  add_order(recipe, options);
  const Status added = add_memory(recipe, options);
  if (!added) return added.error();
  return recipe;
}

void add_cycle_check(Recipe& recipe, const SearchOptions& options, Cycles cycles) {
  if (options.states != States::memory || options.livelocks == Livelocks::ignore) return;
  const auto check = cycles == Cycles::all ? std::make_shared<FairCycle>(OpenComponents())
                                           : std::make_shared<FairCycle>();
  recipe.cycle_check = check;
  recipe.analyses.push_back(check);
}

std::unique_ptr<Reduction> make_reduction(const SearchOptions& options) {
  if (options.bound.preemptions) return std::make_unique<BoundedSets>();
  switch (options.reduce) {
    case Reduce::none:
      break;
    case Reduce::sleep:
      return std::make_unique<SleepSets>();
    case Reduce::dpor:
      return std::make_unique<SourceSets>(SourceSets::Kind::persistent);
    case Reduce::source:
      return std::make_unique<SourceSets>(SourceSets::Kind::source);
    case Reduce::optimal:
      return std::make_unique<WakeupTrees>();
  }
  HEDDLE_CHECK(false, "a reduction that is none");
  return nullptr;
}

void watch_spins(Recipe& recipe, const SearchOptions& options) {
  recipe.spins = std::make_unique<Spins>();
  recipe.report_stuck_spins = options.livelocks == Livelocks::report;
}

}  // namespace heddle::search
