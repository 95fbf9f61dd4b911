#include "search/recipes/depth_first.hpp"

#include "search/recipes/randomized_backtracking.hpp"

namespace heddle::search {

Result<Recipe> depth_first(const SearchOptions& options) {
  return randomized_backtracking(options);
}

}  // namespace heddle::search
