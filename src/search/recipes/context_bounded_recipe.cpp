#include "search/recipes/context_bounded_recipe.hpp"

#include "core/check.hpp"
#include "search/heuristics/stay_on_thread.hpp"
#include "search/heuristics/thread_index.hpp"
#include "search/recipes/memory_recipe.hpp"
#include "search/recipes/parts.hpp"
#include "search/strategy/depth_first.hpp"

namespace heddle::search {

Result<Recipe> context_bounded(const SearchOptions& options) {
  HEDDLE_CHECK(options.bound.preemptions, "a context-bounded search without a bound");
  Result<Recipe> recipe = common_parts(options);
  if (recipe) {
    add_cycle_check(*recipe, options);
    Ranking& order = recipe->order;
    if (order.empty()) order.push_back(std::make_shared<ThreadIndex>());
    order.insert(order.begin(), std::make_shared<StayOnThread>());
    recipe->strategy = "depth-first";
    recipe->frontier = std::make_unique<DepthFirst>();
  }
  return recipe;
}

}  // namespace heddle::search
