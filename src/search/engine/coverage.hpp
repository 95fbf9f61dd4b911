// What a search promises, and what may be said when it is over.  The one place that says "all".
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

// What the recipe promises if its search comes to its end.  Fairness alone leaves the promise
// exhaustive: only schedules that starve a thread are left out, and only where a thread yields.
Coverage coverage(const Recipe& recipe);

// One sentence without a final stop: "all 57 schedules with at most 1 preemption were executed",
// or, with a memory of states, "all 1,204 states reachable with at most 1 preemption were visited".
// A bound is mentioned only if it left something out; a number of states only if none counts twice.
// `recipe` is the one explored.
std::string coverage_statement(const Recipe& recipe, const Tally& tally, End end);

// "the chance that two states were taken for one is below 1e-9"; empty when it is negligible, when
// no states are remembered, or when the statement says what was left out.
std::string omission_text(const Recipe& recipe);

}  // namespace heddle::search
