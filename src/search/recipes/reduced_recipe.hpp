// Every schedule but for the order of independent steps: partial-order reduction, depth first and
// without a memory of states.
#pragma once

#include "core/result.hpp"
#include "search/engine/option_types.hpp"
#include "search/engine/recipe.hpp"
#include "search/por/reduction.hpp"

namespace heddle::search {

// REQUIRES: a reduction is asked for.
Result<Recipe> reduced(const SearchOptions& options);

// The reduction asked for, or the one that keeps the promise of the bound on preemptions.
// REQUIRES: one is asked for.
std::unique_ptr<Reduction> make_reduction(const SearchOptions& options);

// Without a memory of states, and without fairness, a program that spins would have no end.
void watch_spins(Recipe& recipe, const SearchOptions& options);

}  // namespace heddle::search
