#include "search/recipes/rounds.hpp"

#include <utility>
#include <vector>

#include "search/heuristics/thread_orders.hpp"
#include "search/strategy/depth_first.hpp"
#include "search/strategy/randomized_backtracking.hpp"
#include "search/strategy/restarting.hpp"
#include "search/strategy/round_plan.hpp"
#include "search/strategy/walk_lengths.hpp"

namespace heddle::search {
namespace {

bool has_restarts(const SearchOptions& options) {
  const bool is_random = options.backtrack.jump != Jump::exhaustive && !options.backtrack.complete;
  return options.restarts.every > 0 || (options.restarts.when_exhausted && is_random);
}

bool is_automatic(const SearchOptions& options) {
  return options.backtrack.jump != Jump::exhaustive && !options.backtrack.threshold;
}

void compose(Recipe& recipe, const SearchOptions& options, Rounds rounds) {
  MakeFrontier make = rounds(recipe, options);
  if (has_restarts(options)) {
    recipe.frontier = std::make_unique<Restarting>(
        [make = std::move(make)](std::uint64_t seed, std::uint64_t) { return make(seed); },
        recipe.order, options.restarts, options.seed);
  } else {
    recipe.frontier = make(options.seed);
  }
}

// Composes rounds with the thresholds and lengths of the plan.
void compose_plan(Recipe& recipe, const SearchOptions& options, Rounds rounds,
                  const RoundPlan& plan) {
  std::vector<MakeFrontier> makes;
  SearchOptions round = options;
  for (std::uint64_t i = 0; i < RoundPlan::kPeriod; ++i) {
    round.backtrack.threshold = plan.threshold(i);
    makes.push_back(rounds(recipe, round));
  }
  recipe.frontier = std::make_unique<Restarting>(
      [makes = std::move(makes)](std::uint64_t seed, std::uint64_t number) {
        return makes[number % makes.size()](seed);
      },
      recipe.order, options.restarts, options.seed,
      [plan](std::uint64_t number) { return plan.states(number); });
}

}  // namespace

void add_frontier(Recipe& recipe, const SearchOptions& options, Rounds rounds) {
  if (has_restarts(options)) recipe.strategy = "restarting " + recipe.strategy;
  const bool shuffles =
      is_automatic(options) && has_restarts(options) && options.order == config::Order{};
  if (shuffles) recipe.order.push_back(std::make_shared<Shuffle>(options.seed));
  compose(recipe, options, rounds);
  if (!is_automatic(options)) return;
  recipe.measure = [measured = options, rounds](System& system, Recipe& whole) mutable {
    const WalkLengths walks = measure_walks(system, measured.seed);
    if (has_restarts(measured)) return compose_plan(whole, measured, rounds, RoundPlan(walks));
    measured.backtrack.threshold = RoundPlan::only_threshold(walks);
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
