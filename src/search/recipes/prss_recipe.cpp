#include "search/recipes/prss_recipe.hpp"

#include "search/recipes/depth_first_recipe.hpp"

namespace heddle::search {

Result<Recipe> prss(const SearchOptions& options) {
  SearchOptions shuffled = options;
  shuffled.order = {.kind = Order::Kind::random};
  return depth_first(shuffled);
}

}  // namespace heddle::search
