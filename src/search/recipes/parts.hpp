// What the recipes share: the parts that SearchOptions ask for, whatever the frontier.
#pragma once

#include "core/result.hpp"
#include "search/engine/recipe.hpp"
#include "search/engine/search_options.hpp"

namespace heddle::search {

// Whether a search limits the depth of its own accord, so that a state met higher up is new again.
enum class Depths : std::uint8_t { all_alike, higher_is_new };

// A recipe over all enabled threads with the bounds, the order and the memory asked for; its
// frontier is left to the caller.
//
// A memory of the program's states ends spin loops by itself, so fairness is not asked for then.
Result<Recipe> common_parts(const SearchOptions& options, Depths depths = Depths::all_alike);

// Where randomized searches begin to leave out, if nothing else is said.
inline constexpr std::uint64_t kDefaultThreshold = 10;

// Refuse what a search has no use for, with a sentence that names it ("a breadth-first search").
Status expect_no_backtracking(const SearchOptions& options, const std::string& search);
Status expect_no_threshold(const SearchOptions& options, const std::string& search);

}  // namespace heddle::search
