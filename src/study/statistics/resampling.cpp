#include "study/statistics/resampling.hpp"

#include <algorithm>
#include <vector>

#include "core/check.hpp"
#include "study/statistics/sample_summary.hpp"

namespace heddle::study {

Resampled resample(const Pool& pool, std::size_t searches, std::size_t trials, Random& random) {
  HEDDLE_CHECK(!pool.empty() && searches > 0 && trials > 0, "nothing to draw");
  Resampled result;
  result.searches = searches;
  result.trials = trials;
  std::vector<double> costs;
  for (std::size_t trial = 0; trial < trials; ++trial) {
    std::size_t first = pool.size() - 1;
    for (std::size_t i = 0; i < searches; ++i) {
      first = std::min(first, static_cast<std::size_t>(random.below(pool.size())));
    }
    costs.push_back(pool[first].cost);
    if (pool[first].found) ++result.succeeded;
  }
  const Summary summary = summarize(std::move(costs));
  result.mean = summary.mean;
  result.deviation = summary.deviation;
  return result;
}

}  // namespace heddle::study
