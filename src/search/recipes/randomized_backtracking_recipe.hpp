// Depth-first search with random backtracking and restarts, as the options select them.  It can be
// combined with every search order, bound and visited set.
#pragma once

#include "core/result.hpp"
#include "search/engine/option_types.hpp"
#include "search/engine/recipe.hpp"

namespace heddle::search {

Result<Recipe> randomized_backtracking(const SearchOptions& options);

}  // namespace heddle::search
