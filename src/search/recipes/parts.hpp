// What the recipes share: the parts that SearchOptions ask for, whatever the frontier.
#pragma once

#include "core/result.hpp"
#include "search/recipe.hpp"
#include "search/search_options.hpp"

namespace heddle::search {

// A stateless recipe over all enabled threads with the bounds and the order asked for; its frontier
// is left to the caller.
Result<Recipe> stateless(const SearchOptions& options);

}  // namespace heddle::search
