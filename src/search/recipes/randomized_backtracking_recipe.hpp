// Depth first, turning back at random, and beginning again now and then: as far as the options ask
// for it.  Everything that concerns order, bounds and the memory of states may be combined with it.
#pragma once

#include "core/result.hpp"
#include "search/engine/option_types.hpp"
#include "search/engine/recipe.hpp"

namespace heddle::search {

Result<Recipe> randomized_backtracking(const SearchOptions& options);

}  // namespace heddle::search
