// What the recipes share: the parts that SearchOptions ask for, whatever the frontier.
#pragma once

#include "core/result.hpp"
#include "search/engine/option_types.hpp"
#include "search/engine/recipe.hpp"
#include "search/heuristics/observed_locations.hpp"

namespace heddle::search {

// Whether a search limits the depth of its own accord, so that a state met higher up is new again.
enum class Depths : std::uint8_t { all_alike, higher_is_new };

// A recipe over all enabled threads with the bounds, the order and the memory asked for; its
// frontier is left to the caller.
//
// A memory of the program's states ends spin loops by itself, so fairness is not asked for then.
Result<Recipe> common_parts(const SearchOptions& options, Depths depths = Depths::all_alike);

// The analysis of the locations that the path has observed: the recipe's, or a new one that is
// added to it.  REQUIRES: the options have a guidance.
std::shared_ptr<const ObservedLocations> observed_locations(Recipe& recipe,
                                                            const SearchOptions& options);

// Where randomized searches begin to leave out, if nothing else is said.
inline constexpr std::uint64_t kDefaultThreshold = 10;

}  // namespace heddle::search
