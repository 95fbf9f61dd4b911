// Every schedule with few preemptions (Musuvathi and Qadeer, "Iterative context bounding", PLDI
// 2007), depth first, runs with few switches early.
#pragma once

#include "core/result.hpp"
#include "search/engine/option_types.hpp"
#include "search/engine/recipe.hpp"

namespace heddle::search {

Result<Recipe> context_bounded(const SearchOptions& options);

}  // namespace heddle::search
