#include "search/recipes/randomized_backtracking_recipe.hpp"

#include "search/recipes/memory_recipe.hpp"
#include "search/recipes/parts.hpp"
#include "search/recipes/rounds.hpp"

namespace heddle::search {

Result<Recipe> randomized_backtracking(const SearchOptions& options) {
  Result<Recipe> recipe = common_parts(options);
  if (!recipe) return recipe;
  add_cycle_check(*recipe, options);
  recipe->strategy = "depth-first" + backtracking_name(options.backtrack);
  add_frontier(*recipe, options, depth_first_rounds);
  return recipe;
}

}  // namespace heddle::search
