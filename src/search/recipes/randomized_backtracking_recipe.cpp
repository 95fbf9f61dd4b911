#include "search/recipes/randomized_backtracking_recipe.hpp"

#include <string>
#include <utility>

#include "search/recipes/memory_recipe.hpp"
#include "search/recipes/parts.hpp"
#include "search/strategy/choose_threshold.hpp"
#include "search/strategy/depth_first.hpp"
#include "search/strategy/randomized_backtracking.hpp"
#include "search/strategy/ratio.hpp"
#include "search/strategy/restarting.hpp"

namespace heddle::search {
namespace {

// Names threshold, jumps and ratio as the paper does: "depth-first with randomized backtracking
// (20, random, 0.9)".
std::string describe(const Backtrack& options) {
  std::string text = "depth-first with randomized backtracking (";
  text += options.threshold ? std::to_string(*options.threshold) : "auto";
  text += options.jump == Jump::fixed  ? ", fixed, "
          : options.jump == Jump::luby ? ", luby, "
                                       : ", random, ";
  text += to_text(options.ratio);
  if (options.switch_ratio) text += " or " + to_text(*options.switch_ratio);
  return text + ")";
}

std::unique_ptr<DepthFirst> with_retreat(Recipe& recipe, const SearchOptions& options) {
  auto retreat = std::make_unique<RandomizedBacktracking>(options.backtrack, options.seed);
  if (!options.backtrack.threshold) {
    recipe.measure = [chosen = retreat.get(), seed = options.seed](System& system) {
      chosen->set_threshold(choose_threshold(system, seed));
    };
  }
  DepthFirst::Keeping keeping;
  keeping.complete = options.backtrack.complete;
  keeping.returns = options.backtrack.return_chance > 0;
  // A lost choice may exceed a bound when a more expensive arrival reaches its state.
  keeping.look_up = options.backtrack.variants.reopen_partial && recipe.visited->remembers() &&
                    recipe.arrivals == nullptr;
  keeping.seed = options.seed;
  return std::make_unique<DepthFirst>(std::move(retreat), keeping);
}

}  // namespace

Result<Recipe> randomized_backtracking(const SearchOptions& options) {
  Result<Recipe> recipe = common_parts(options);
  if (!recipe) return recipe;
  add_cycle_check(*recipe, options);
  const bool is_exhaustive = options.backtrack.jump == Jump::exhaustive;
  recipe->strategy = options.restarts.every > 0 ? "restarting depth-first"
                     : is_exhaustive            ? "depth-first"
                                                : describe(options.backtrack);
  std::unique_ptr<DepthFirst> frontier =
      is_exhaustive ? std::make_unique<DepthFirst>() : with_retreat(*recipe, options);
  if (options.restarts.every == 0) {
    recipe->frontier = std::move(frontier);
  } else {
    recipe->frontier = std::make_unique<Restarting>(std::move(frontier), recipe->order,
                                                    options.restarts, options.seed);
  }
  return recipe;
}

}  // namespace heddle::search
