#include "search/recipes/depth_first.hpp"

#include "search/frontier/depth_first.hpp"
#include "search/recipes/parts.hpp"

namespace heddle::search {

Result<Recipe> depth_first(const SearchOptions& options) {
  constexpr const char* kName = "a depth-first search";
  if (const Status status = expect_no_backtracking(options, kName); !status) return status.error();
  if (const Status status = expect_no_threshold(options, kName); !status) return status.error();
  Result<Recipe> recipe = common_parts(options);
  if (recipe) recipe->frontier = std::make_unique<DepthFirst>();
  return recipe;
}

}  // namespace heddle::search
