#include "search/recipes/mixed.hpp"

#include "search/frontier/depth_first.hpp"
#include "search/frontier/mixed.hpp"
#include "search/recipes/parts.hpp"

namespace heddle::search {

Result<Recipe> mixed(const SearchOptions& options) {
  const Status status = expect_no_backtracking(options, "a mixed search");
  if (!status) return status.error();
  Result<Recipe> recipe = common_parts(options);
  if (recipe) {
    recipe->frontier =
        std::make_unique<Mixed>(options.backtrack.threshold.value_or(kDefaultThreshold),
                                std::make_unique<DepthFirst>(), options.seed);
  }
  return recipe;
}

}  // namespace heddle::search
