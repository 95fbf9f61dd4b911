// Makes a recipe explore one part of a search that several workers share.
#pragma once

#include <cstdint>

#include "search/engine/option_types.hpp"
#include "search/engine/recipe.hpp"
#include "search/split/work_exchange.hpp"

namespace heddle::search {

// Replaces the frontier and the visited set.  REQUIRES: config::can_be_split(options), the recipe
// is theirs, and the exchange outlives it.
void split(Recipe& recipe, const SearchOptions& options, WorkExchange& exchange);

// Returns how many cycles the state graph may have, as far as this worker can tell.  If it is 0 for
// all workers of a finished search, there are none.  REQUIRES: the recipe was split.
std::uint64_t possible_cycles(const Recipe& recipe);

}  // namespace heddle::search
