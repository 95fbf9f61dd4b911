// The recipe of every search strategy.  A recipe fails where the machine lacks the memory for it.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/result.hpp"
#include "search/engine/option_types.hpp"
#include "search/engine/recipe.hpp"

namespace heddle::search {

// Makes the recipe of `options.search`.  REQUIRES: config's check_search accepts the options, and
// none is left to choose (`auto_`).
Result<Recipe> recipe_for(const SearchOptions& options);

// Every schedule once, or every state, depth first; with the reduction, random backtracking and
// restarts that the options select.
Result<Recipe> depth_first(const SearchOptions& options);

// One member of a parallel randomized state-space search (Dwyer, Elbaum, Person, Purandare, ICSE
// 2007): depth-first, the choices of every state in random order.  A fleet starts many with
// different seeds; the first error ends them all.
Result<Recipe> prss(const SearchOptions& options);

// Every schedule with few preemptions (Musuvathi and Qadeer, "Iterative context bounding", PLDI
// 2007), depth first, runs with few switches early.
Result<Recipe> context_bounded(const SearchOptions& options);

// Every schedule, or every state, depth first with a rising limit: short ones first.
Result<Recipe> iterative_deepening(const SearchOptions& options);

// Stateless depth-first search with partial-order reduction (POR): covers every schedule up to the
// order of independent steps.  REQUIRES: the options select a reduction.
Result<Recipe> reduced(const SearchOptions& options);

// Visits every state, with few more transitions than needed: depth-first search with a visited set
// and sleep sets.  Detects cycles of states, but does not check them: a cycle may need a pruned
// step.  REQUIRES: the options select sleep sets and a visited set.
Result<Recipe> asleep(const SearchOptions& options);

// Every schedule, or every state, short runs first; with early backtracking, some of them.
Result<Recipe> breadth_first(const SearchOptions& options);

// Breadth-first down to the threshold, then depth-first from every state there, in random order.
Result<Recipe> mixed(const SearchOptions& options);

// Executes every schedule, the most promising first (Coons, Burckhardt, Musuvathi, "GAMBIT", PPoPP
// 2010): all schedules within the bounds, or with a reduction at least one of each equivalence
// class.
Result<Recipe> best_first(const SearchOptions& options);

// Returns the priorities for users who choose none: the best ones of the paper.
std::vector<config::Priority> default_priorities(const SearchOptions& options);

// Greedy depth-first search along a sequence of locations: the meta heuristic of Rungta and Mercer.
// REQUIRES: the options have a guidance.
Result<Recipe> guided(const SearchOptions& options);

// Returns the most locations that a path of the search has observed; nothing if it follows none.
std::optional<std::uint64_t> locations_observed(const Recipe& recipe);

// Executes random schedules until the budget is spent; it needs one.  All enabled choices of a
// state are equally likely.  This favours short executions and is not uniform over schedules.
Result<Recipe> random_walk(const SearchOptions& options);

// Samplers that execute random schedules, drawn with better distributions than the random walk's.
// They never end by themselves and need a budget.
Result<Recipe> pct(const SearchOptions& options);   // probabilistic concurrency testing
Result<Recipe> pos(const SearchOptions& options);   // partial-order sampling
Result<Recipe> urw(const SearchOptions& options);   // the uniform random walk
Result<Recipe> surw(const SearchOptions& options);  // the selectively uniform one
Result<Recipe> rff(const SearchOptions& options);   // reads-from fuzzing

}  // namespace heddle::search
