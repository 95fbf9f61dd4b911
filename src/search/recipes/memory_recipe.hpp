// The part of a recipe that remembers states.
#pragma once

#include "core/result.hpp"
#include "search/engine/option_types.hpp"
#include "search/engine/recipe.hpp"

namespace heddle::search {

// Adds the identity of states and their store.  REQUIRES: the recipe's arrivals are in place.
Status add_memory(Recipe& recipe, const SearchOptions& options);

// Adds a check of the loops that runs close, for searches that follow runs depth first.
void add_cycle_check(Recipe& recipe, const SearchOptions& options);

}  // namespace heddle::search
