#include "search/recipes/prss.hpp"

#include "search/recipes/depth_first.hpp"

namespace heddle::search {

Result<Recipe> prss(const SearchOptions& options) {
  SearchOptions shuffled = options;
  shuffled.order = Order::random;
  return depth_first(shuffled);
}

}  // namespace heddle::search
