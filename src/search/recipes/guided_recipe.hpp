// Greedy depth-first search along a sequence of locations: the meta heuristic of Rungta and Mercer.
#pragma once

#include <cstdint>
#include <optional>

#include "core/result.hpp"
#include "search/engine/option_types.hpp"
#include "search/engine/recipe.hpp"

namespace heddle::search {

// REQUIRES: the options have a guidance.
Result<Recipe> guided(const SearchOptions& options);

// The most locations that a path of the search has observed; nothing when it follows none.
std::optional<std::uint64_t> locations_observed(const Recipe& recipe);

}  // namespace heddle::search
