// Executes random schedules until the budget is spent; it needs one.  All enabled choices of a
// state are equally likely.  This favours short executions and is not uniform over schedules.
#pragma once

#include "core/result.hpp"
#include "search/engine/option_types.hpp"
#include "search/engine/recipe.hpp"

namespace heddle::search {

Result<Recipe> random_walk(const SearchOptions& options);

}  // namespace heddle::search
