#include "study/parallel.hpp"

namespace heddle::study {

std::vector<PoolOf> pools_of(const Grid& grid) {
  std::vector<PoolOf> pools;
  for (std::size_t subject = 0; subject < grid.subjects().size(); ++subject) {
    for (std::size_t i = 0; i < grid.techniques().size(); ++i) {
      const Technique& technique = grid.techniques()[i];
      if (!technique.randomized || technique.searches != 1) continue;
      if (grid.cell(subject, i).runs.size() < 2) continue;
      pools.push_back({subject, i});
    }
  }
  return pools;
}

std::vector<ParallelRuns> parallel_runs_of(const Grid& grid) {
  std::vector<ParallelRuns> found;
  const std::vector<Technique>& techniques = grid.techniques();
  for (const PoolOf& pool : pools_of(grid)) {
    for (std::size_t i = 0; i < techniques.size(); ++i) {
      if (techniques[i].searches < 2 || grid.cell(pool.subject, i).runs.empty()) continue;
      if (techniques[i].alone != techniques[pool.technique].alone) continue;
      found.push_back({{pool.subject, i}, pool});
    }
  }
  return found;
}

}  // namespace heddle::study
