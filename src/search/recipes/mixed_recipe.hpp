// Breadth-first down to the threshold, then depth-first from every state there, in random order.
#pragma once

#include "core/result.hpp"
#include "search/engine/option_types.hpp"
#include "search/engine/recipe.hpp"

namespace heddle::search {

Result<Recipe> mixed(const SearchOptions& options);

}  // namespace heddle::search
