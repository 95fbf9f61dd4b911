// Computes the guarantee of a search, and the coverage statement at its end.  This is the only
// place that claims "all".
#pragma once

#include <cstdint>
#include <string>

#include "search/engine/explorer.hpp"
#include "search/engine/recipe.hpp"
#include "search/engine/tally.hpp"

namespace heddle::search {

enum class Promise : std::uint8_t {
  exhaustive,  // every schedule, or every state
  bounded,     // all of them within the bounds
  sampled,     // some of them
};

struct Coverage {
  Promise promise = Promise::exhaustive;
  std::string bounds;  // "with at most 2 preemptions, up to depth 100"; empty when there are none
};

// Returns the guarantee of the recipe if its search is exhausted.  Fairness leaves it exhaustive:
// only schedules that starve a thread are left out, and only where a thread yields.
Coverage coverage(const Recipe& recipe);

// Returns one sentence without a final stop: "all 57 schedules with at most 1 preemption were
// executed", or, with a visited set, "all 1,204 states reachable with at most 1 preemption were
// visited".  Mentions a bound only if it pruned something, and a number of states only if none
// counts twice.  REQUIRES: `recipe` is the one explored.
std::string coverage_statement(const Recipe& recipe, const Tally& tally, End end);

// Returns "hash-collision probability below 1e-9".  Empty when the probability is negligible, when
// there is no visited set, or when the coverage statement already includes an estimate.
std::string omission_text(const Recipe& recipe);

}  // namespace heddle::search
