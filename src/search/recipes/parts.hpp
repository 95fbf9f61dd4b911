// Parts that recipes share: those that SearchOptions select, regardless of the frontier.
#pragma once

#include <cstdint>
#include <memory>

#include "core/result.hpp"
#include "search/engine/option_types.hpp"
#include "search/engine/recipe.hpp"
#include "search/heuristics/location_heuristics.hpp"
#include "search/por/reduction.hpp"

namespace heddle::search {

// Whether the search limits the depth itself, so that a state reached at a smaller depth is new
// again.
enum class Depths : std::uint8_t { all_alike, higher_is_new };

// Makes a recipe over all enabled threads with the selected bounds, search order and visited set.
// The caller sets the frontier.
//
// A visited set of program states ends spin loops by itself, so fairness is off then.
Result<Recipe> common_parts(const SearchOptions& options, Depths depths = Depths::all_alike);

// Which cycles a search checks: those that runs close, or all of the state graph.
enum class Cycles : std::uint8_t { of_runs, all };

// Adds a check of cycles, for searches that follow runs depth first.  REQUIRES for all cycles: the
// search takes every step of every state, depth first.
void add_cycle_check(Recipe& recipe, const SearchOptions& options, Cycles cycles = Cycles::of_runs);

// Returns the analysis of the locations that the path has observed: the recipe's, or a new one that
// is added to it.  REQUIRES: the options have a guidance.
std::shared_ptr<const ObservedLocations> observed_locations(Recipe& recipe,
                                                            const SearchOptions& options);

// Makes the selected reduction, or the one that keeps the guarantee of the preemption bound.
// REQUIRES: the options select one.
std::unique_ptr<Reduction> make_reduction(const SearchOptions& options);

// Adds spin detection: without a visited set and fairness, the search of a program that spins would
// not terminate.
void watch_spins(Recipe& recipe, const SearchOptions& options);

}  // namespace heddle::search
