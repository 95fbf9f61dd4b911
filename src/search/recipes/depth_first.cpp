#include "search/recipes/depth_first.hpp"

#include "search/frontier/depth_first.hpp"
#include "search/recipes/parts.hpp"

namespace heddle::search {

Result<Recipe> depth_first(const SearchOptions& options) {
  Result<Recipe> recipe = stateless(options);
  if (recipe) recipe->frontier = std::make_unique<DepthFirst>();
  return recipe;
}

}  // namespace heddle::search
