#include "search/recipes/asleep_recipe.hpp"

#include "search/liveness/one_depth.hpp"
#include "search/por/awake.hpp"
#include "search/recipes/parts.hpp"
#include "search/strategy/depth_first.hpp"

namespace heddle::search {

Result<Recipe> asleep(const SearchOptions& options) {
  SearchOptions common = options;
  common.reduce = Reduce::none;
  Result<Recipe> recipe = common_parts(common);
  if (!recipe) return recipe;
  const auto sleepers = std::make_shared<PathSleepSets>();
  recipe->analyses.push_back(sleepers);
  recipe->arrivals = sleepers;
  std::unique_ptr<VisitedAsleep> visited;
  if (options.visited.kind == Visited::Kind::exact128) {
    visited = std::make_unique<BasicVisitedAsleep<WideKey>>();
  } else {
    visited = std::make_unique<BasicVisitedAsleep<NarrowKey>>();
  }
  recipe->expansion = std::make_unique<Awake>(sleepers, *visited);
  if (options.livelocks == Livelocks::report)
    recipe->cycle_check = std::make_shared<OneDepth>(*visited);
  recipe->visited = std::move(visited);
  recipe->strategy = "depth-first";
  recipe->frontier = std::make_unique<DepthFirst>();
  return recipe;
}

}  // namespace heddle::search
