#include "search/recipes/reduced_recipe.hpp"

#include "core/check.hpp"
#include "search/heuristics/stay_on_thread.hpp"
#include "search/heuristics/yielders_last.hpp"
#include "search/por/bounded_sets.hpp"
#include "search/por/sleep_sets.hpp"
#include "search/por/source_sets.hpp"
#include "search/por/wakeup_trees.hpp"
#include "search/recipes/parts.hpp"
#include "search/strategy/reduced.hpp"

namespace heddle::search {

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

}  // namespace heddle::search
