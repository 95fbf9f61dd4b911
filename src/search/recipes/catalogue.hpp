// The recipe of every search strategy.
#pragma once

#include "core/result.hpp"
#include "search/engine/option_types.hpp"
#include "search/engine/recipe.hpp"

namespace heddle::search {

// Makes the recipe of `options.search`; fails where the machine lacks the memory for it.
// REQUIRES: config's check_search accepts the options, and none is left to choose (`auto_`).
Result<Recipe> recipe_for(const SearchOptions& options);

}  // namespace heddle::search
