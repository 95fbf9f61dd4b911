#include "search/recipes/context_bounded_recipe.hpp"

#include "search/heuristics/stay_on_thread.hpp"
#include "search/heuristics/thread_index.hpp"
#include "search/recipes/memory_recipe.hpp"
#include "search/recipes/parts.hpp"
#include "search/strategy/depth_first.hpp"

namespace heddle::search {

Result<Recipe> context_bounded(const SearchOptions& options) {
  if (!options.preemptions) {
    return Error{"a context-bounded search needs a bound: say preemptions=2, for instance"};
  }
  if (options.order == Order::switch_thread) {
    return Error{
        "a context-bounded search tries few switches first: leave out the order that prefers them"};
  }
  constexpr const char* kName = "a context-bounded search";
  if (const Status status = expect_no_backtracking(options, kName); !status) return status.error();
  if (const Status status = expect_no_threshold(options, kName); !status) return status.error();
  Result<Recipe> recipe = common_parts(options);
  if (recipe) {
    add_cycle_check(*recipe, options);
    Ranking& order = recipe->order;
    if (order.empty()) order.push_back(std::make_shared<ThreadIndex>());
    order.insert(order.begin(), std::make_shared<StayOnThread>());
    recipe->frontier = std::make_unique<DepthFirst>();
  }
  return recipe;
}

}  // namespace heddle::search
