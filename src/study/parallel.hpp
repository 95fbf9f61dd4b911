// Parallel searches of a study: selects the cells that are pools, and the numbers of searches for
// which costs are reported.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "study/grid.hpp"

namespace heddle::study {

inline constexpr std::array<std::size_t, 11> kSearchCounts = {1,  2,  5,   10,  15,  20,
                                                              25, 50, 100, 500, 1000};

// The seed of resampling; each pool has a stream of its own.
inline constexpr std::uint64_t kResamplingSeed = 1;

struct PoolOf {
  std::size_t subject = 0;
  std::size_t technique = 0;
};

// Returns the cells of techniques that depend on the seed and make one search per run, with at
// least two runs.
std::vector<PoolOf> pools_of(const Grid& grid);

// A cell whose runs made several searches in parallel, and the pool of such searches.
struct ParallelRuns {
  PoolOf runs;
  PoolOf pool;
};

// Returns the cells of techniques that are several searches of a pool.
std::vector<ParallelRuns> parallel_runs_of(const Grid& grid);

}  // namespace heddle::study
