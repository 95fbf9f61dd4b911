#include "search/recipes/parts.hpp"

#include "search/expansion/all_enabled.hpp"
#include "search/rank/depth.hpp"
#include "search/rank/preemptions.hpp"
#include "search/rank/shuffle.hpp"
#include "search/rank/unfairness.hpp"
#include "search/visited/remember_nothing.hpp"

namespace heddle::search {
namespace {

std::string counted(std::uint64_t number, const std::string& noun) {
  return std::to_string(number) + ' ' + noun + (number == 1 ? "" : "s");
}

void add_bounds(Recipe& recipe, const SearchOptions& options) {
  std::shared_ptr<FairSchedule> fairness;
  if (options.fair) fairness = std::make_shared<FairSchedule>();
  if (options.depth) {
    recipe.bounds.push_back({std::make_shared<Depth>(), *options.depth, Remainder::prefixes,
                             "up to depth " + std::to_string(*options.depth)});
  }
  if (fairness) {
    recipe.bounds.push_back(
        {std::make_shared<Unfairness>(fairness), 0, Remainder::fair, "fair", fairness});
  }
  if (options.preemptions) {
    auto preemptions = std::make_shared<Preemptions>(fairness);
    recipe.bounds.push_back({preemptions, *options.preemptions, Remainder::within_limit,
                             *options.preemptions == 0
                                 ? "without preemptions"
                                 : "with at most " + counted(*options.preemptions, "preemption")});
    recipe.analyses.push_back(preemptions);
  }
  if (fairness) recipe.analyses.push_back(fairness);
}

}  // namespace

Result<Recipe> stateless(const SearchOptions& options) {
  if (options.depth && *options.depth == 0) {
    return Error{"a depth bound of 0 leaves nothing to run: give at least 1"};
  }
  Recipe recipe;
  recipe.expansion = std::make_unique<AllEnabled>();
  recipe.visited = std::make_unique<RememberNothing>();
  add_bounds(recipe, options);
  // AllEnabled expands by thread index already.
  if (options.order == Order::random) {
    recipe.order.push_back(std::make_shared<Shuffle>(options.seed));
  }
  return recipe;
}

}  // namespace heddle::search
