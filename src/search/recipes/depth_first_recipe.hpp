// Every schedule once, or every state, depth first.
#pragma once

#include "core/result.hpp"
#include "search/engine/option_types.hpp"
#include "search/engine/recipe.hpp"

namespace heddle::search {

Result<Recipe> depth_first(const SearchOptions& options);

}  // namespace heddle::search
