#include "search/recipes/rounds.hpp"

#include <utility>

#include "search/strategy/choose_threshold.hpp"
#include "search/strategy/depth_first.hpp"
#include "search/strategy/randomized_backtracking.hpp"
#include "search/strategy/restarting.hpp"

namespace heddle::search {
namespace {

bool has_restarts(const SearchOptions& options) {
  const bool is_random = options.backtrack.jump != Jump::exhaustive && !options.backtrack.complete;
  return options.restarts.every > 0 || (options.restarts.when_exhausted && is_random);
}

void compose(Recipe& recipe, const SearchOptions& options, Rounds rounds) {
  MakeFrontier make = rounds(recipe, options);
  if (has_restarts(options)) {
    recipe.frontier =
        std::make_unique<Restarting>(std::move(make), recipe.order, options.restarts, options.seed);
  } else {
    recipe.frontier = make(options.seed);
  }
}

}  // namespace

void add_frontier(Recipe& recipe, const SearchOptions& options, Rounds rounds) {
  if (has_restarts(options)) recipe.strategy = "restarting " + recipe.strategy;
  compose(recipe, options, rounds);
  if (options.backtrack.jump == Jump::exhaustive || options.backtrack.threshold) return;
  recipe.measure = [measured = options, rounds](System& system, Recipe& whole) mutable {
    measured.backtrack.threshold = choose_threshold(system, measured.seed);
    compose(whole, measured, rounds);
  };
}

MakeFrontier depth_first_rounds(const Recipe& recipe, const SearchOptions& options) {
  const Backtrack& backtrack = options.backtrack;
  if (backtrack.jump == Jump::exhaustive) {
    return [](std::uint64_t) { return std::make_unique<DepthFirst>(); };
  }
  RandomizedBacktracking::Keeping keeping;
  keeping.complete = backtrack.complete;
  keeping.returns = backtrack.return_chance > 0;
  // A lost choice may exceed a bound when a more expensive arrival reaches its state.
  keeping.look_up = backtrack.variants.reopen_partial && recipe.visited->remembers() &&
                    recipe.arrivals == nullptr;
  return [backtrack, keeping](std::uint64_t seed) mutable {
    keeping.seed = seed;
    return std::make_unique<RandomizedBacktracking>(BacktrackPolicy(backtrack, seed), keeping);
  };
}

std::string backtracking_name(const Backtrack& options) {
  if (options.jump == Jump::exhaustive) return "";
  std::string text = " with randomized backtracking (";
  text += options.threshold ? std::to_string(*options.threshold) : "auto";
  text += options.jump == Jump::fixed  ? ", fixed, "
          : options.jump == Jump::luby ? ", luby, "
                                       : ", random, ";
  text += to_text(options.ratio);
  if (options.switch_ratio) text += " or " + to_text(*options.switch_ratio);
  return text + ")";
}

}  // namespace heddle::search
