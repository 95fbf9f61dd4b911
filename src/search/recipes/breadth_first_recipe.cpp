// Searches that are breadth-first, at least at their beginning.
#include "search/recipes/parts.hpp"
#include "search/recipes/recipes.hpp"
#include "search/recipes/rounds.hpp"
#include "search/strategy/breadth_first.hpp"
#include "search/strategy/mixed.hpp"
#include "search/strategy/randomized_breadth_first.hpp"

namespace heddle::search {
namespace {

// The depth of the states from which on a search prunes or goes depth first, if none is given.
constexpr std::uint64_t kDefaultThreshold = 10;

SearchOptions with_threshold(SearchOptions options) {
  if (!options.backtrack.threshold) options.backtrack.threshold = kDefaultThreshold;
  return options;
}

MakeFrontier breadth_first_rounds(const Recipe&, const SearchOptions& options) {
  if (options.backtrack.jump == Jump::exhaustive) {
    return [](std::uint64_t) { return std::make_unique<BreadthFirst>(); };
  }
  return [backtrack = options.backtrack](std::uint64_t seed) {
    return std::make_unique<RandomizedBreadthFirst>(backtrack, seed);
  };
}

MakeFrontier mixed_rounds(const Recipe& recipe, const SearchOptions& options) {
  return [threshold = *options.backtrack.threshold, below = depth_first_rounds(recipe, options)](
             std::uint64_t seed) { return std::make_unique<Mixed>(threshold, below(seed), seed); };
}

}  // namespace

Result<Recipe> breadth_first(const SearchOptions& options) {
  const bool is_randomized = options.backtrack.jump != Jump::exhaustive;
  // A state whose choices were dropped below the threshold is new again above it.
  Result<Recipe> recipe =
      common_parts(options, is_randomized ? Depths::higher_is_new : Depths::all_alike);
  if (!recipe) return recipe;
  recipe->strategy = is_randomized ? "randomized breadth-first" : "breadth-first";
  add_frontier(*recipe, with_threshold(options), breadth_first_rounds);
  return recipe;
}

Result<Recipe> mixed(const SearchOptions& options) {
  Result<Recipe> recipe = common_parts(options);
  if (!recipe) return recipe;
  const SearchOptions chosen = with_threshold(options);
  recipe->strategy = "mixed" + backtracking_name(chosen.backtrack);
  add_frontier(*recipe, chosen, mixed_rounds);
  return recipe;
}

}  // namespace heddle::search
