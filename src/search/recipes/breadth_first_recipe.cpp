#include "search/recipes/breadth_first_recipe.hpp"

#include "search/recipes/parts.hpp"
#include "search/strategy/breadth_first.hpp"
#include "search/strategy/randomized_breadth_first.hpp"
#include "search/strategy/ratio.hpp"

namespace heddle::search {

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

}  // namespace heddle::search
