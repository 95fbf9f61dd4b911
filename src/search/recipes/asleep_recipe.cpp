#include "search/recipes/asleep_recipe.hpp"

#include "search/liveness/one_depth.hpp"
#include "search/por/awake.hpp"
#include "search/recipes/parts.hpp"
#include "search/recipes/reduced_recipe.hpp"
#include "search/strategy/depth_first.hpp"

namespace heddle::search {

Result<Recipe> asleep(const SearchOptions& options) {
  if (const Status status = check_reduction(options); !status) return status.error();
  constexpr const char* kName = "a search with a reduction";
  if (const Status status = expect_no_backtracking(options, kName); !status) return status.error();
  if (const Status status = expect_no_threshold(options, kName); !status) return status.error();
  if (options.visited.kind == VisitedOptions::Kind::bit_state) {
    return Error{
        "a search with sleep sets remembers who slept at a state, for which three bits are too "
        "few: leave out the bit-state hashing, or the reduction"};
  }
  SearchOptions common = options;
  common.reduce = Reduce::none;
  Result<Recipe> recipe = common_parts(common);
  if (!recipe) return recipe;
  const auto sleepers = std::make_shared<Sleepers>();
  recipe->analyses.push_back(sleepers);
  recipe->spending = sleepers;
  std::unique_ptr<VisitedAsleep> visited;
  if (options.visited.wide) {
    visited = std::make_unique<BasicVisitedAsleep<WideKey>>();
  } else {
    visited = std::make_unique<BasicVisitedAsleep<NarrowKey>>();
  }
  recipe->expansion = std::make_unique<Awake>(sleepers, *visited);
  if (options.report_livelocks) recipe->cycle_check = std::make_shared<OneDepth>(*visited);
  recipe->visited = std::move(visited);
  recipe->frontier = std::make_unique<DepthFirst>();
  return recipe;
}

}  // namespace heddle::search
