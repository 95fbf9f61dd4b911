#include "study/parallel.hpp"

namespace heddle::study {

std::vector<PoolOf> pools_of(const Grid& grid) {
  std::vector<PoolOf> pools;
  for (std::size_t subject = 0; subject < grid.subjects().size(); ++subject) {
    for (std::size_t i = 0; i < grid.techniques().size(); ++i) {
      if (!grid.techniques()[i].randomized || grid.cell(subject, i).runs.size() < 2) continue;
      pools.push_back({subject, i});
    }
  }
  return pools;
}

}  // namespace heddle::study
