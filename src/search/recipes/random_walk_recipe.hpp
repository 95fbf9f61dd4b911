// Schedules drawn at random, one after the other, for ever: it needs a budget.  Every enabled
// choice is equally likely at every state, so short runs are favoured: this is not uniform over
// schedules.
#pragma once

#include "core/result.hpp"
#include "search/engine/option_types.hpp"
#include "search/engine/recipe.hpp"

namespace heddle::search {

Result<Recipe> random_walk(const SearchOptions& options);

}  // namespace heddle::search
