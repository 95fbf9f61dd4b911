// Every schedule, the most promising first (Coons, Burckhardt, Musuvathi, "GAMBIT", PPoPP 2010):
// within bounds all of them; with a reduction those that differ in more than the order of
// independent steps.
#pragma once

#include "core/result.hpp"
#include "search/engine/option_types.hpp"
#include "search/engine/recipe.hpp"

namespace heddle::search {

Result<Recipe> best_first(const SearchOptions& options);

// What is used when the user names no priorities: what served the paper best.
std::vector<config::Priority> default_priorities(const SearchOptions& options);

}  // namespace heddle::search
