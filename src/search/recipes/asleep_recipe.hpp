// Every state, and of the steps that lead from one to another few more than are needed to visit
// them: depth first with a memory of states and sleep sets.
#pragma once

#include "core/result.hpp"
#include "search/engine/option_types.hpp"
#include "search/engine/recipe.hpp"

namespace heddle::search {

// Tells whether there are loops of states, but judges none: a loop may need a step that was left
// out.
// REQUIRES: sleep sets and a memory of states are asked for.
Result<Recipe> asleep(const SearchOptions& options);

}  // namespace heddle::search
