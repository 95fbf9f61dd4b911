#include "search/recipes/depth_first.hpp"

#include "search/recipes/randomized_backtracking.hpp"
#include "search/recipes/reduced.hpp"

namespace heddle::search {

Result<Recipe> depth_first(const SearchOptions& options) {
  return options.reduce == Reduce::none ? randomized_backtracking(options) : reduced(options);
}

}  // namespace heddle::search
