// Computes the exact cost of N parallel searches: the distribution of the first of N runs drawn
// from a pool.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "study/statistics/pool.hpp"

namespace heddle::study {

enum class Draw {
  with_replacement,     // a run may be drawn again: the pool stands for an unlimited population
  without_replacement,  // the pool is all there is
};

struct ParallelCost {
  std::size_t searches = 0;
  double success = 0;    // probability that one of them finds the error
  double mean = 0;       // over all outcomes: without an error all run to their end
  double deviation = 0;  // of the outcome, likewise
  // Over the outcomes with an error; absent when there are none.
  std::optional<double> mean_of_found;

  // The mean cost up to the error when searches that all ended without one are started again:
  // mean / success, as each round costs `mean` and 1 / success rounds are made.  Absent when no
  // round succeeds.  With runs that give up early, `mean` alone would call the worst search cheap.
  std::optional<double> to_error() const;
};

// Returns chances[i]: the probability that the run of rank i is first among those drawn.
// REQUIRES: the pool is not empty; 1 <= searches, and <= pool size without replacement.
std::vector<double> chance_of_first(std::size_t pool_size, std::size_t searches, Draw draw);

// Returns the probability that one of the searches finds the error.  REQUIRES: as above.
double chance_of_success(const Pool& pool, std::size_t searches, Draw draw);

// REQUIRES: as above.
ParallelCost parallel_cost(const Pool& pool, std::size_t searches, Draw draw);

// Returns one entry for each of `searches`; without replacement, entries beyond the pool size are
// omitted.
// REQUIRES: the pool is not empty.
std::vector<ParallelCost> parallel_costs(const Pool& pool, const std::vector<std::size_t>& searches,
                                         Draw draw);

// Returns the probability that each of `trials` independent parallel searches finds the error, from
// that of one.
double all_succeed(double success, std::size_t trials);

}  // namespace heddle::study
