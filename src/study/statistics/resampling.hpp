// Estimates the cost of N parallel searches by trials: runs drawn from the pool with a seeded
// generator. order_statistics.hpp gives the exact figures; the trials show the figures that a study
// of this size observes.
#pragma once

#include <cstddef>

#include "core/random.hpp"
#include "study/statistics/pool.hpp"

namespace heddle::study {

struct Resampled {
  std::size_t searches = 0;
  std::size_t trials = 0;
  std::size_t succeeded = 0;  // trials in which one of the searches found the error
  double mean = 0;            // over all trials: without an error all searches run to their end
  double deviation = 0;       // of a sample
};

// Draws with replacement.  REQUIRES: the pool is not empty, searches > 0, trials > 0.
Resampled resample(const Pool& pool, std::size_t searches, std::size_t trials, Random& random);

}  // namespace heddle::study
