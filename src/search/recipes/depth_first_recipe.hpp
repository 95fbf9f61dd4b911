// Every schedule once, or every state, depth first.
#pragma once

#include "core/result.hpp"
#include "search/engine/recipe.hpp"
#include "search/engine/search_options.hpp"

namespace heddle::search {

Result<Recipe> depth_first(const SearchOptions& options);

}  // namespace heddle::search
