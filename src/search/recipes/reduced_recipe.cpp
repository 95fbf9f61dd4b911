// Depth-first searches with partial-order reduction, stateless or with a visited set.
#include "search/heuristics/thread_orders.hpp"
#include "search/liveness/reduced_cycles.hpp"
#include "search/por/awake.hpp"
#include "search/recipes/parts.hpp"
#include "search/recipes/recipes.hpp"
#include "search/strategy/depth_first.hpp"
#include "search/strategy/reduced.hpp"

namespace heddle::search {

Result<Recipe> reduced(const SearchOptions& options) {
  // Schedules that fairness prunes could reveal reversible races.
  SearchOptions common = options;
  common.fair = false;
  common.reduce = Reduce::none;
  Result<Recipe> recipe = common_parts(common);
  if (!recipe) return recipe;
  // A run goes on with its thread, so that races are reversed with few preemptions.
  if (recipe->order.empty()) {
    recipe->order.push_back(std::make_shared<YieldersLast>());
    recipe->order.push_back(std::make_shared<StayOnThread>());
  }
  watch_spins(*recipe, options);
  const auto causality = std::make_shared<Causality>();
  recipe->analyses.push_back(causality);
  std::unique_ptr<Reduction> reduction = make_reduction(options);
  recipe->strategy = "depth-first with " + std::string(reduction->name());
  recipe->schedules =
      options.reduce == Reduce::optimal ? Schedules::one_of_each : Schedules::some_of_each;
  recipe->frontier = std::make_unique<Reduced>(std::move(reduction), causality);
  return recipe;
}

Result<Recipe> asleep(const SearchOptions& options) {
  SearchOptions common = options;
  common.reduce = Reduce::none;
  Result<Recipe> recipe = common_parts(common);
  if (!recipe) return recipe;
  const auto sleepers = std::make_shared<PathSleepSets>();
  recipe->analyses.push_back(sleepers);
  recipe->arrivals = sleepers;
  std::unique_ptr<VisitedAsleep> visited;
  if (options.visited.kind == Visited::Kind::exact128) {
    visited = std::make_unique<BasicVisitedAsleep<WideKey>>();
  } else {
    visited = std::make_unique<BasicVisitedAsleep<NarrowKey>>();
  }
  recipe->expansion = std::make_unique<Awake>(sleepers, *visited);
  if (options.livelocks == Livelocks::report)
    recipe->cycle_check = std::make_shared<ReducedCycles>(*visited);
  recipe->visited = std::move(visited);
  recipe->strategy = "depth-first";
  recipe->frontier = std::make_unique<DepthFirst>();
  return recipe;
}

}  // namespace heddle::search
