// How many parallel searches are worth having.
#pragma once

#include <cstddef>
#include <optional>

#include "study/statistics/pool.hpp"

namespace heddle::study {

// The counts that are looked at.
inline constexpr std::size_t kMostSearches = 1000;

// A study of parallel searches repeats each this often, and is held to find the error in every one
// when it does so with this probability.
inline constexpr std::size_t kTrials = 50;
inline constexpr double kAssurance = 0.95;

// Twice as many searches must save this share of what one search costs.
inline constexpr double kWorthwhile = 0.05;

// The point of diminishing returns: the smallest number of searches, drawn with replacement, for
// which twice as many would save less than kWorthwhile of the mean cost of a single one, costs
// being those up to the error (ParallelCost::to_error).  Absent when no run found it. REQUIRES: the
// pool is not empty.
std::optional<std::size_t> diminishing_returns(const Pool& pool);

// The smallest number of searches with which all of kTrials trials find the error with a
// probability of kAssurance or more; absent when kMostSearches are too few.
// REQUIRES: the pool is not empty.
std::optional<std::size_t> searches_that_all_succeed(const Pool& pool);

}  // namespace heddle::study
