// Every schedule, or every state, short runs first; with early backtracking, some of them.
#pragma once

#include "core/result.hpp"
#include "search/engine/recipe.hpp"
#include "search/engine/search_options.hpp"

namespace heddle::search {

Result<Recipe> breadth_first(const SearchOptions& options);

}  // namespace heddle::search
