// Executes every schedule, the most promising first (Coons, Burckhardt, Musuvathi, "GAMBIT", PPoPP
// 2010): all schedules within the bounds, or with a reduction at least one of each equivalence
// class.
#pragma once

#include "core/result.hpp"
#include "search/engine/option_types.hpp"
#include "search/engine/recipe.hpp"

namespace heddle::search {

Result<Recipe> best_first(const SearchOptions& options);

// Returns the priorities for users who choose none: the best ones of the paper.
std::vector<config::Priority> default_priorities(const SearchOptions& options);

}  // namespace heddle::search
