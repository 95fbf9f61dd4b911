#include "search/heuristics/bounded_costs.hpp"
#include "search/heuristics/hierarchy.hpp"
#include "search/heuristics/priorities.hpp"
#include "search/heuristics/thread_orders.hpp"
#include "search/recipes/parts.hpp"
#include "search/recipes/recipes.hpp"
#include "search/strategy/all_deviations.hpp"
#include "search/strategy/best_first.hpp"
#include "search/strategy/reduced_deviations.hpp"
#include "search/strategy/spill.hpp"

namespace heddle::search {
namespace {

constexpr unsigned kPreemptionBits = 8;
constexpr unsigned kDistanceBits = 24;

// Shares the count with a bound, if there is one.
std::shared_ptr<Rank> preemptions(Recipe& recipe) {
  for (const Bound& bound : recipe.bounds) {
    if (std::dynamic_pointer_cast<Preemptions>(bound.rank) != nullptr) return bound.rank;
  }
  const auto own = std::make_shared<Preemptions>(nullptr);
  recipe.analyses.insert(recipe.analyses.begin(), own);
  return own;
}

std::shared_ptr<Causality> causality(Recipe& recipe) {
  for (const auto& analysis : recipe.analyses) {
    if (auto known = std::dynamic_pointer_cast<Causality>(analysis)) return known;
  }
  const auto own = std::make_shared<Causality>();
  recipe.analyses.push_back(own);
  return own;
}

std::unique_ptr<Priority> make_priority(Recipe& recipe, const SearchOptions& options,
                                        const config::Priority& priority) {
  using Defers = DporPoints::Defers;
  const auto rest =
      options.reduce == Reduce::none ? DporPoints::Rest::is_no_point : DporPoints::Rest::is_point;
  switch (priority.kind) {
    case PriorityKind::pb:
      return std::make_unique<ByRank>(preemptions(recipe), kPreemptionBits, "pb");
    case PriorityKind::dpor:
      return std::make_unique<DporPoints>(causality(recipe), Defers::others, rest);
    case PriorityKind::mdpor:
      return std::make_unique<DporPoints>(causality(recipe), Defers::conservative_ones, rest);
    case PriorityKind::ss:
      return std::make_unique<Asleep>(causality(recipe));
    case PriorityKind::method:
      return std::make_unique<NamedPlaces>(causality(recipe), NamedPlaces::Kind::code,
                                           priority.places);
    case PriorityKind::var:
      return std::make_unique<NamedPlaces>(causality(recipe), NamedPlaces::Kind::data,
                                           priority.places);
    case PriorityKind::distance:
      return std::make_unique<ByRank>(
          std::make_shared<LocationDistance>(observed_locations(recipe, options)), kDistanceBits,
          "distance");
    case PriorityKind::rand:
      break;
  }
  return std::make_unique<RandomPriority>(options.seed);
}

Hierarchy hierarchy(Recipe& recipe, const SearchOptions& options) {
  std::vector<std::unique_ptr<Priority>> parts;
  const std::vector<config::Priority> levels =
      options.priority.empty() ? default_priorities(options) : options.priority;
  for (const auto& level : levels) parts.push_back(make_priority(recipe, options, level));
  return Hierarchy(std::move(parts));
}

}  // namespace

std::vector<config::Priority> default_priorities(const SearchOptions& options) {
  if (options.reduce != Reduce::none) return {{PriorityKind::mdpor}, {PriorityKind::pb}};
  return {{PriorityKind::ss}, {PriorityKind::mdpor}, {PriorityKind::pb}};
}

Result<Recipe> best_first(const SearchOptions& options) {
  SearchOptions common = options;
  common.reduce = Reduce::none;
  if (options.reduce != Reduce::none) {
    // Schedules that fairness prunes could reveal reversible races.
    common.fair = false;
  }
  Result<Recipe> recipe = common_parts(common);
  if (!recipe) return recipe;
  // A run goes on with its thread as long as it can, and then with the lowest.
  recipe->order = {std::make_shared<StayOnThread>(), std::make_shared<ThreadIndex>()};
  if (options.reduce != Reduce::none) {
    // Fairness is off, so the order must let the threads move that a yielding thread waits for.
    recipe->order.insert(recipe->order.begin(), std::make_shared<YieldersLast>());
  }
  std::unique_ptr<Deviations> deviations = std::make_unique<AllDeviations>();
  auto records = ExecutionTree::Records::none;
  std::string reduced;
  if (options.reduce != Reduce::none) {
    watch_spins(*recipe, options);
    std::unique_ptr<Reduction> reduction = make_reduction(options);
    reduced = " with " + std::string(reduction->name());
    recipe->schedules = Schedules::some_of_each;
    deviations = std::make_unique<ReducedDeviations>(std::move(reduction), causality(*recipe));
    records = ExecutionTree::Records::children;
  }
  Hierarchy priority = hierarchy(*recipe, options);
  recipe->strategy = "best-first by " + priority.name() + reduced;
  auto frontier = std::make_unique<BestFirst>(std::move(deviations), records, std::move(priority));
  // The children that a reduction found must stay on record.
  if (options.tree_bytes != 0 && options.reduce == Reduce::none) {
    frontier->limit_memory(options.tree_bytes, temporary_folder());
  }
  recipe->frontier = std::move(frontier);
  return recipe;
}

}  // namespace heddle::search
