// The frontiers of searches that may backtrack at random and restart: every round has a new one.
#pragma once

#include <string>

#include "search/engine/option_types.hpp"
#include "search/engine/recipe.hpp"
#include "search/strategy/frontier.hpp"

namespace heddle::search {

// Makes the function that makes the frontier of a round.
using Rounds = MakeFrontier (*)(const Recipe& recipe, const SearchOptions& options);

// Sets the recipe's frontier: one round, or several if the options select restarts.  With an
// automatic threshold, measures the program before the search begins; several rounds then follow a
// RoundPlan, and shuffle the choices unless an order is given.  REQUIRES: everything else of the
// recipe is set.
void add_frontier(Recipe& recipe, const SearchOptions& options, Rounds rounds);

// Makes depth-first frontiers, with the backtracking that the options select.
MakeFrontier depth_first_rounds(const Recipe& recipe, const SearchOptions& options);

// Names what the options add to a strategy: " with randomized backtracking (20, random, 0.9)", that
// is threshold, jumps and ratio as the paper writes them; empty if the backtracking is exhaustive.
std::string backtracking_name(const Backtrack& options);

}  // namespace heddle::search
