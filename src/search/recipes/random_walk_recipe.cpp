#include "search/recipes/random_walk_recipe.hpp"

#include "search/recipes/parts.hpp"
#include "search/strategy/restart.hpp"

namespace heddle::search {

Result<Recipe> random_walk(const SearchOptions& options) {
  constexpr const char* kName = "a random walk";
  if (options.states != States::none) {
    return Error{
        "a random walk that ended at every state seen before would soon stand still: "
        "choose states=none"};
  }
  if (const Status status = expect_no_backtracking(options, kName); !status) return status.error();
  if (const Status status = expect_no_threshold(options, kName); !status) return status.error();
  SearchOptions shuffled = options;
  shuffled.order = Order::random;
  Result<Recipe> recipe = common_parts(shuffled);
  if (recipe) recipe->frontier = std::make_unique<Restart>();
  return recipe;
}

}  // namespace heddle::search
