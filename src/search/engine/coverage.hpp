// Computes the guarantee of a search, and its coverage at the end (core/search_coverage.hpp).
#pragma once

#include <cstdint>
#include <string>

#include "core/search_coverage.hpp"
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

// Returns what a search covered.  REQUIRES: `recipe` is the one explored.
SearchCoverage coverage_of(const Recipe& recipe, const Tally& tally, End end);

}  // namespace heddle::search
