// Searches that are breadth-first, at least at their beginning.
#include "search/recipes/parts.hpp"
#include "search/recipes/recipes.hpp"
#include "search/strategy/breadth_first.hpp"
#include "search/strategy/depth_first.hpp"
#include "search/strategy/mixed.hpp"
#include "search/strategy/randomized_breadth_first.hpp"
#include "search/strategy/ratio.hpp"

namespace heddle::search {
namespace {

// The default depth from which on randomized searches prune.
constexpr std::uint64_t kDefaultThreshold = 10;

}  // namespace

Result<Recipe> breadth_first(const SearchOptions& options) {
  const Backtrack& backtrack = options.backtrack;
  // A state whose choices were dropped below the threshold is new again above it.
  Result<Recipe> recipe = common_parts(
      options, backtrack.jump == Jump::exhaustive ? Depths::all_alike : Depths::higher_is_new);
  if (!recipe) return recipe;
  if (backtrack.jump == Jump::exhaustive) {
    recipe->strategy = "breadth-first";
    recipe->frontier = std::make_unique<BreadthFirst>();
  } else {
    recipe->strategy = "randomized breadth-first";
    recipe->frontier = std::make_unique<RandomizedBreadthFirst>(
        backtrack.threshold.value_or(kDefaultThreshold), Ratio(backtrack.ratio), options.seed);
  }
  return recipe;
}

Result<Recipe> mixed(const SearchOptions& options) {
  Result<Recipe> recipe = common_parts(options);
  if (!recipe) return recipe;
  recipe->strategy = "mixed";
  recipe->frontier =
      std::make_unique<Mixed>(options.backtrack.threshold.value_or(kDefaultThreshold),
                              std::make_unique<DepthFirst>(), options.seed);
  return recipe;
}

}  // namespace heddle::search
