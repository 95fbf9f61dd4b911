// Every schedule, or every state, depth first with a rising limit: short ones first.
#pragma once

#include "core/result.hpp"
#include "search/engine/option_types.hpp"
#include "search/engine/recipe.hpp"

namespace heddle::search {

Result<Recipe> iterative_deepening(const SearchOptions& options);

}  // namespace heddle::search
