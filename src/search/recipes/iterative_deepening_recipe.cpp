#include "search/recipes/iterative_deepening_recipe.hpp"

#include "search/recipes/memory_recipe.hpp"
#include "search/recipes/parts.hpp"
#include "search/strategy/depth_first.hpp"
#include "search/strategy/iterative_deepening.hpp"

namespace heddle::search {
namespace {

constexpr std::uint64_t kFirstLimit = 8;
constexpr std::uint64_t kStep = 8;

}  // namespace

Result<Recipe> iterative_deepening(const SearchOptions& options) {
  Result<Recipe> recipe = common_parts(options, Depths::higher_is_new);
  if (recipe) {
    add_cycle_check(*recipe, options);
    recipe->strategy = "iterative deepening";
    recipe->frontier =
        std::make_unique<IterativeDeepening>(std::make_unique<DepthFirst>(), kFirstLimit, kStep);
  }
  return recipe;
}

}  // namespace heddle::search
