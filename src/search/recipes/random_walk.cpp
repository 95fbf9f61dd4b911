#include "search/recipes/random_walk.hpp"

#include "search/frontier/restart.hpp"
#include "search/recipes/parts.hpp"

namespace heddle::search {

Result<Recipe> random_walk(const SearchOptions& options) {
  SearchOptions shuffled = options;
  shuffled.order = Order::random;
  Result<Recipe> recipe = stateless(shuffled);
  if (recipe) recipe->frontier = std::make_unique<Restart>();
  return recipe;
}

}  // namespace heddle::search
