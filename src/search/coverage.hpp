// What a search promises, and what may be said when it is over.  The one place that says "all".
#pragma once

#include <cstdint>
#include <string>

#include "search/explorer.hpp"
#include "search/recipe.hpp"
#include "search/tally.hpp"

namespace heddle::search {

enum class Promise : std::uint8_t {
  exhaustive,  // every schedule
  bounded,     // every schedule within the bounds
  sampled,     // some schedules
};

struct Coverage {
  Promise promise = Promise::exhaustive;
  std::string bounds;  // "with at most 2 preemptions, up to depth 100"; empty when there are none
};

// What the recipe promises if its search comes to its end.  Fairness alone leaves the promise
// exhaustive: only schedules that starve a thread are left out, and only where a thread yields.
Coverage coverage(const Recipe& recipe);

// One sentence without a final stop: "all 57 schedules with at most 1 preemption were executed".  A
// bound is mentioned only if it left something out.  `recipe` is the one explored.
std::string coverage_statement(const Recipe& recipe, const Tally& tally, End end);

}  // namespace heddle::search
