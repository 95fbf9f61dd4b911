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

Status check_reduction(const SearchOptions& options) {
  const bool is_sleep = options.reduce == Reduce::sleep && options.states == States::memory;
  if (options.states != States::none && !is_sleep) {
    return Error{
        "a reduction and a memory of states hide each other's work: a run that ends at a state "
        "seen before shows no races of what follows; choose states=none, or no reduction, or "
        "sleep sets with states=memory"};
  }
  if (options.depth) {
    return Error{
        "a reduction goes by whole runs, which a depth bound breaks off: leave out one of the two"};
  }
  if (options.delays) {
    return Error{
        "a reduction may leave out the one order of independent steps that a bound on delays "
        "admits: leave out one of the two"};
  }
  if (options.preemptions && options.reduce != Reduce::dpor) {
    return Error{
        "this reduction may leave out the one order of independent steps that a bound on "
        "preemptions admits: choose the reduction dpor, which keeps the bound's promise"};
  }
  if (options.restarts.every != 0) {
    return Error{"a reduction must come to its end: leave out the restarts"};
  }
  return Done{};
}

std::unique_ptr<Reduction> make_reduction(const SearchOptions& options) {
  if (options.preemptions) return std::make_unique<BoundedSets>();
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
  recipe.report_stuck_spins = options.report_livelocks;
}

Result<Recipe> reduced(const SearchOptions& options) {
  if (const Status status = check_reduction(options); !status) return status.error();
  constexpr const char* kName = "a search with a reduction";
  if (const Status status = expect_no_backtracking(options, kName); !status) return status.error();
  if (const Status status = expect_no_threshold(options, kName); !status) return status.error();
  // What fairness leaves out would have shown races.
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
  recipe->frontier = std::make_unique<Reduced>(make_reduction(options), causality);
  return recipe;
}

}  // namespace heddle::search
