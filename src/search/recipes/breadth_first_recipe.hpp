// Every schedule, or every state, short runs first; with early backtracking, some of them.
#pragma once

#include "core/result.hpp"
#include "search/engine/option_types.hpp"
#include "search/engine/recipe.hpp"

namespace heddle::search {

Result<Recipe> breadth_first(const SearchOptions& options);

}  // namespace heddle::search
