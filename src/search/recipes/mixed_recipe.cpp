#include "search/recipes/mixed_recipe.hpp"

#include "search/recipes/parts.hpp"
#include "search/strategy/depth_first.hpp"
#include "search/strategy/mixed.hpp"

namespace heddle::search {

Result<Recipe> mixed(const SearchOptions& options) {
  Result<Recipe> recipe = common_parts(options);
  if (recipe) {
    recipe->strategy = "mixed";
    recipe->frontier =
        std::make_unique<Mixed>(options.backtrack.threshold.value_or(kDefaultThreshold),
                                std::make_unique<DepthFirst>(), options.seed);
  }
  return recipe;
}

}  // namespace heddle::search
