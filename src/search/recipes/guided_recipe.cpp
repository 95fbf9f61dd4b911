#include "search/heuristics/thread_orders.hpp"
#include "search/recipes/parts.hpp"
#include "search/recipes/recipes.hpp"
#include "search/strategy/guided.hpp"

namespace heddle::search {
namespace {

std::shared_ptr<Rank> secondary(const config::Heuristic& heuristic,
                                const std::shared_ptr<const ObservedLocations>& observed) {
  using Kind = config::Heuristic::Kind;
  switch (heuristic.kind) {
    case Kind::distance:
      return std::make_shared<LocationDistance>(observed);
    case Kind::prefer_thread: {
      std::vector<ThreadId> threads;
      for (const std::uint64_t thread : heuristic.threads) threads.push_back(thread_id(thread));
      return std::make_shared<ThreadPreference>(std::move(threads));
    }
    case Kind::random:
      break;
  }
  return nullptr;
}

}  // namespace

std::optional<std::uint64_t> locations_observed(const Recipe& recipe) {
  for (const auto& analysis : recipe.analyses) {
    const auto* const observed = dynamic_cast<const ObservedLocations*>(analysis.get());
    if (observed != nullptr) return observed->most();
  }
  return std::nullopt;
}

Result<Recipe> guided(const SearchOptions& options) {
  if (options.guided.guidance == nullptr)
    return Error{"a guided search needs locations: give --via"};
  Result<Recipe> recipe = common_parts(options);
  if (!recipe) return recipe;
  const auto observed = observed_locations(*recipe, options);
  const std::shared_ptr<Rank> nearest = secondary(options.guided.heuristic, observed);
  recipe->order = {std::make_shared<NextLocation>(observed)};
  if (nearest != nullptr) recipe->order.push_back(nearest);
  recipe->order.push_back(std::make_shared<Shuffle>(options.seed));
  recipe->strategy = "greedy depth-first along locations";
  recipe->frontier = std::make_unique<Guided>(
      Guided::Parts{observed, nearest, options.guided.backtrack_states, options.seed + 1});
  return recipe;
}

}  // namespace heddle::search
