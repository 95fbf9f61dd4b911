// Samplers that execute random schedules, drawn with better distributions than the random walk's.
// They never end by themselves and need a budget.
#pragma once

#include "core/result.hpp"
#include "search/engine/option_types.hpp"
#include "search/engine/recipe.hpp"

namespace heddle::search {

// Probabilistic concurrency testing.
Result<Recipe> pct(const SearchOptions& options);

// Partial-order sampling.
Result<Recipe> pos(const SearchOptions& options);

// The uniform random walk, and the selectively uniform one.
Result<Recipe> urw(const SearchOptions& options);
Result<Recipe> surw(const SearchOptions& options);

}  // namespace heddle::search
