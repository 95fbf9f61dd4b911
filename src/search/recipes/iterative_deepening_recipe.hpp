// Every schedule, or every state, depth first with a rising limit: short ones first.
#pragma once

#include "core/result.hpp"
#include "search/engine/recipe.hpp"
#include "search/engine/search_options.hpp"

namespace heddle::search {

Result<Recipe> iterative_deepening(const SearchOptions& options);

}  // namespace heddle::search
