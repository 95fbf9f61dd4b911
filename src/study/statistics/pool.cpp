#include "study/statistics/pool.hpp"

#include <algorithm>

namespace heddle::study {

Pool::Pool(std::vector<PoolRun> runs) : runs_(std::move(runs)) {
  std::sort(runs_.begin(), runs_.end(), [](const PoolRun& a, const PoolRun& b) {
    if (a.found != b.found) return a.found;
    return a.found ? a.cost < b.cost : a.cost > b.cost;
  });
  found_ = static_cast<std::size_t>(
      std::count_if(runs_.begin(), runs_.end(), [](const PoolRun& run) { return run.found; }));
}

}  // namespace heddle::study
