#include "search/recipes/random_walk_recipe.hpp"

#include "search/recipes/parts.hpp"
#include "search/strategy/restart.hpp"

namespace heddle::search {

Result<Recipe> random_walk(const SearchOptions& options) {
  SearchOptions shuffled = options;
  shuffled.order = {.kind = Order::Kind::random};
  Result<Recipe> recipe = common_parts(shuffled);
  if (!recipe) return recipe;
  recipe->strategy = "restart";
  recipe->frontier = std::make_unique<Restart>();
  return recipe;
}

}  // namespace heddle::search
