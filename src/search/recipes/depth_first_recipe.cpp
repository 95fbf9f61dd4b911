#include "search/recipes/depth_first_recipe.hpp"

#include "search/recipes/asleep_recipe.hpp"
#include "search/recipes/randomized_backtracking_recipe.hpp"
#include "search/recipes/reduced_recipe.hpp"

namespace heddle::search {

Result<Recipe> depth_first(const SearchOptions& options) {
  if (options.reduce == Reduce::none) return randomized_backtracking(options);
  const bool remembers = options.states == States::memory && options.reduce == Reduce::sleep;
  return remembers ? asleep(options) : reduced(options);
}

}  // namespace heddle::search
