// Parts that all recipes share: those that SearchOptions select, regardless of the frontier.
#pragma once

#include "core/result.hpp"
#include "search/engine/option_types.hpp"
#include "search/engine/recipe.hpp"
#include "search/heuristics/observed_locations.hpp"

namespace heddle::search {

// Whether the search limits the depth itself, so that a state reached at a smaller depth is new
// again.
enum class Depths : std::uint8_t { all_alike, higher_is_new };

// Makes a recipe over all enabled threads with the selected bounds, search order and visited set.
// The caller sets the frontier.
//
// A visited set of program states ends spin loops by itself, so fairness is off then.
Result<Recipe> common_parts(const SearchOptions& options, Depths depths = Depths::all_alike);

// Returns the analysis of the locations that the path has observed: the recipe's, or a new one that
// is added to it.  REQUIRES: the options have a guidance.
std::shared_ptr<const ObservedLocations> observed_locations(Recipe& recipe,
                                                            const SearchOptions& options);

// The default depth from which on randomized searches prune.
inline constexpr std::uint64_t kDefaultThreshold = 10;

}  // namespace heddle::search
