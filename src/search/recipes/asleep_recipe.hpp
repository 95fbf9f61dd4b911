// Visits every state, with few more transitions than needed: depth-first search with a visited set
// and sleep sets.
#pragma once

#include "core/result.hpp"
#include "search/engine/option_types.hpp"
#include "search/engine/recipe.hpp"

namespace heddle::search {

// Makes a search that detects cycles of states, but does not check them: a cycle may need a pruned
// step.  REQUIRES: the options select sleep sets and a visited set.
Result<Recipe> asleep(const SearchOptions& options);

}  // namespace heddle::search
