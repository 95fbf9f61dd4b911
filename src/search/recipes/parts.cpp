#include "search/recipes/parts.hpp"

#include "core/check.hpp"
#include "search/engine/all_enabled.hpp"
#include "search/heuristics/delays.hpp"
#include "search/heuristics/depth.hpp"
#include "search/heuristics/location_ranks.hpp"
#include "search/heuristics/preemptions.hpp"
#include "search/heuristics/shuffle.hpp"
#include "search/heuristics/switch_thread.hpp"
#include "search/heuristics/thread_preference.hpp"
#include "search/heuristics/unfairness.hpp"
#include "search/recipes/memory_recipe.hpp"

namespace heddle::search {
namespace {

std::string counted(std::uint64_t number, const std::string& noun) {
  return std::to_string(number) + ' ' + noun + (number == 1 ? "" : "s");
}

void add_depth(Recipe& recipe, const SearchOptions& options, Depths depths) {
  if (!options.bound.depth && depths == Depths::all_alike) return;
  const auto depth = std::make_shared<Depth>();
  recipe.arrivals = depth;
  if (!options.bound.depth) return;
  recipe.bounds.push_back({depth, *options.bound.depth, Remainder::prefixes,
                           "up to depth " + std::to_string(*options.bound.depth), ""});
}

void add_preemptions(Recipe& recipe, std::uint64_t limit,
                     const std::shared_ptr<const FairSchedule>& fairness) {
  // The visited set stores the count of one bound; the other one's is in the context.
  const auto count = recipe.arrivals == nullptr ? Preemptions::Count::is_in_arrival
                                                : Preemptions::Count::is_context;
  const auto preemptions = std::make_shared<Preemptions>(fairness, count);
  if (count == Preemptions::Count::is_in_arrival) recipe.arrivals = preemptions;
  recipe.bounds.push_back(
      {preemptions, limit, Remainder::within_limit,
       limit == 0 ? "without preemptions" : "with at most " + counted(limit, "preemption"),
       "preemption bound " + std::to_string(limit)});
  recipe.analyses.push_back(preemptions);
}

void add_delays(Recipe& recipe, std::uint64_t limit) {
  const auto count =
      recipe.arrivals == nullptr ? Delays::Count::is_in_arrival : Delays::Count::is_context;
  const auto delays = std::make_shared<Delays>(count);
  if (count == Delays::Count::is_in_arrival) recipe.arrivals = delays;
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
          ThreadId{static_cast<std::uint16_t>(options.order.thread)}));
      return;
  }
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

}  // namespace heddle::search
