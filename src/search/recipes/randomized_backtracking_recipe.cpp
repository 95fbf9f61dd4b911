#include "search/recipes/randomized_backtracking_recipe.hpp"

#include <utility>

#include "search/recipes/memory_recipe.hpp"
#include "search/recipes/parts.hpp"
#include "search/strategy/choose_threshold.hpp"
#include "search/strategy/depth_first.hpp"
#include "search/strategy/randomized_backtracking.hpp"
#include "search/strategy/restarting.hpp"

namespace heddle::search {
namespace {

Status check_jumps(const BacktrackOptions& options) {
  if (options.jump == Jump::exhaustive) {
    const bool means_nothing = options.threshold || options.switch_ratio || options.adapt ||
                               options.complete || options.return_chance != 0;
    if (!means_nothing) return Done{};
    return Error{
        "a search that never turns back early has no use for a threshold, a ratio for switches, "
        "adaptation, completion or returns: choose a backtracking, random for instance"};
  }
  if (Status status = check(options.ratio); !status) return status;
  if (options.switch_ratio) {
    if (Status status = check(*options.switch_ratio); !status) return status;
  }
  if (options.return_chance >= 0 && options.return_chance <= 1) return Done{};
  return Error{"the chance of a return is a number from 0 to 1"};
}

Status check_restarts(const SearchOptions& options) {
  if (options.restarts.every == 0) {
    if (!options.restarts.luby) return Done{};
    return Error{"restarts by the Luby sequence need a unit: say luby=1000, for instance"};
  }
  const bool is_random =
      options.order == Order::random || options.backtrack.jump != Jump::exhaustive;
  if (!is_random) {
    return Error{
        "a search without randomness repeats itself when it begins again: choose a random order or "
        "a backtracking, or leave out the restarts"};
  }
  if (options.backtrack.complete && !options.restarts.luby) {
    return Error{
        "a search that begins again after a fixed number of states may never complete: let the "
        "number grow (luby=1000), or leave out one of the two"};
  }
  return Done{};
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
  // What a state lost may be beyond a bound where the state is reached at a greater expense.
  keeping.look_up = options.backtrack.variants.reopen_partial && recipe.visited->remembers() &&
                    recipe.spending == nullptr;
  keeping.seed = options.seed;
  return std::make_unique<DepthFirst>(std::move(retreat), keeping);
}

}  // namespace

Result<Recipe> randomized_backtracking(const SearchOptions& options) {
  if (const Status status = check_jumps(options.backtrack); !status) return status.error();
  if (const Status status = check_restarts(options); !status) return status.error();
  Result<Recipe> recipe = common_parts(options);
  if (!recipe) return recipe;
  add_cycle_check(*recipe, options);
  std::unique_ptr<DepthFirst> frontier = options.backtrack.jump == Jump::exhaustive
                                             ? std::make_unique<DepthFirst>()
                                             : with_retreat(*recipe, options);
  if (options.restarts.every == 0) {
    recipe->frontier = std::move(frontier);
  } else {
    recipe->frontier = std::make_unique<Restarting>(std::move(frontier), recipe->order,
                                                    options.restarts, options.seed);
  }
  return recipe;
}

}  // namespace heddle::search
