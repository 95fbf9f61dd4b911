// Searches that follow one path depth first: exhaustive, randomized, bounded and deepening ones.
#include "core/check.hpp"
#include "search/heuristics/thread_orders.hpp"
#include "search/recipes/parts.hpp"
#include "search/recipes/recipes.hpp"
#include "search/recipes/rounds.hpp"
#include "search/strategy/depth_first.hpp"
#include "search/strategy/iterative_deepening.hpp"

namespace heddle::search {
namespace {

constexpr IterativeDeepening::Limits kLimits{.first = 8, .step = 8};

MakeFrontier deepening_rounds(const Recipe& recipe, const SearchOptions& options) {
  return [inside = depth_first_rounds(recipe, options)](std::uint64_t seed) {
    return std::make_unique<IterativeDeepening>(inside, kLimits, seed);
  };
}

Result<Recipe> exhaustive_or_randomized(const SearchOptions& options) {
  Result<Recipe> recipe = common_parts(options);
  if (!recipe) return recipe;
  const bool takes_all = recipe->bounds.empty() && options.backtrack.jump == Jump::exhaustive &&
                         options.restarts.every == 0;
  add_cycle_check(*recipe, options, takes_all ? Cycles::all : Cycles::of_runs);
  recipe->strategy = "depth-first" + backtracking_name(options.backtrack);
  add_frontier(*recipe, options, depth_first_rounds);
  return recipe;
}

}  // namespace

Result<Recipe> depth_first(const SearchOptions& options) {
  if (options.reduce == Reduce::none) return exhaustive_or_randomized(options);
  const bool remembers = options.states == States::memory && options.reduce == Reduce::sleep;
  return remembers ? asleep(options) : reduced(options);
}

Result<Recipe> prss(const SearchOptions& options) {
  SearchOptions shuffled = options;
  shuffled.order = {.kind = Order::Kind::random};
  return depth_first(shuffled);
}

Result<Recipe> context_bounded(const SearchOptions& options) {
  HEDDLE_CHECK(options.bound.preemptions, "a context-bounded search without a bound");
  Result<Recipe> recipe = common_parts(options);
  if (!recipe) return recipe;
  add_cycle_check(*recipe, options);
  Ranking& order = recipe->order;
  if (order.empty()) order.push_back(std::make_shared<ThreadIndex>());
  order.insert(order.begin(), std::make_shared<StayOnThread>());
  recipe->strategy = "depth-first";
  recipe->frontier = std::make_unique<DepthFirst>();
  return recipe;
}

Result<Recipe> iterative_deepening(const SearchOptions& options) {
  Result<Recipe> recipe = common_parts(options, Depths::higher_is_new);
  if (!recipe) return recipe;
  add_cycle_check(*recipe, options);
  recipe->strategy = "iterative deepening" + backtracking_name(options.backtrack);
  add_frontier(*recipe, options, deepening_rounds);
  return recipe;
}

}  // namespace heddle::search
