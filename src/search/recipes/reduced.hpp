// Every schedule but for the order of independent steps: partial-order reduction, depth first and
// without a memory of states.
#pragma once

#include "core/result.hpp"
#include "search/recipe.hpp"
#include "search/search_options.hpp"

namespace heddle::search {

// REQUIRES: a reduction is asked for.
Result<Recipe> reduced(const SearchOptions& options);

}  // namespace heddle::search
