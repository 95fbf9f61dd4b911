#include "search/engine/estimate_schedules.hpp"

#include <algorithm>
#include <cmath>

#include "core/number_text.hpp"
#include "search/engine/explorer.hpp"
#include "search/recipes/recipes.hpp"

namespace heddle::search {
namespace {

class PassOver final : public SearchObserver {
 public:
  bool failed(const Path&, const Failure&) override { return true; }
};

// log10(10^a - 10^b), and no less than 0: a search that is not finished has one left at least.
double minus(double a, double b) {
  if (a <= b) return 0;
  return std::max(0.0, a + std::log10(1 - std::pow(10.0, b - a)));
}

}  // namespace

std::optional<TreeEstimate> estimate_schedules(System& system, const SearchOptions& options,
                                               const Budget& budget,
                                               const std::atomic<bool>* stop) {
  SearchOptions walk;
  walk.bound = options.bound;
  walk.fair = options.fair;
  walk.seed = options.seed;
  Result<Recipe> recipe = random_walk(walk);
  if (!recipe) return std::nullopt;
  PassOver observer;
  Explorer explorer(system, std::move(*recipe), budget, observer);
  explorer.explore(stop);
  if (explorer.tally().cut > 0) return std::nullopt;
  return explorer.recipe().frontier->summary().estimate;
}

void expect_at_least(TreeEstimate& estimate, std::uint64_t executed) {
  const double least = std::log10(static_cast<double>(std::max<std::uint64_t>(executed, 1)));
  for (double* number : {&estimate.schedules, &estimate.low, &estimate.high}) {
    *number = std::max(*number, least);
  }
}

std::string estimate_text(const TreeEstimate& estimate, const Recipe& recipe, const Tally& tally) {
  const bool counts_down = recipe.frontier->summary().takes_all;
  const double done = std::log10(static_cast<double>(std::max<std::uint64_t>(tally.executions, 1)));
  const auto text = [&](double number) {
    return rounded_power(counts_down ? minus(number, done) : number);
  };
  const std::string range = " (" + text(estimate.low) + " to " + text(estimate.high) + ')';
  return counts_down ? "about " + text(estimate.schedules) + " left" + range
                     : "there are about " + text(estimate.schedules) + range;
}

}  // namespace heddle::search
