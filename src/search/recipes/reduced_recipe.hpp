// Stateless depth-first search with partial-order reduction (POR): covers every schedule up to the
// order of independent steps.
#pragma once

#include "core/result.hpp"
#include "search/engine/option_types.hpp"
#include "search/engine/recipe.hpp"
#include "search/por/reduction.hpp"

namespace heddle::search {

// REQUIRES: the options select a reduction.
Result<Recipe> reduced(const SearchOptions& options);

// Makes the selected reduction, or the one that keeps the guarantee of the preemption bound.
// REQUIRES: the options select one.
std::unique_ptr<Reduction> make_reduction(const SearchOptions& options);

// Adds spin detection: without a visited set and fairness, the search of a program that spins would
// not terminate.
void watch_spins(Recipe& recipe, const SearchOptions& options);

}  // namespace heddle::search
