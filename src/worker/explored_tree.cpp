#include "worker/explored_tree.hpp"

#include <cstddef>

namespace heddle::worker {

result::ExploredTree explored_tree(const search::DepthProfile& depths) {
  using Level = search::DepthProfile::Level;
  std::size_t levels = search::DepthProfile::kLevels;
  while (levels > 0 && depths.levels()[levels - 1] == Level{}) --levels;
  result::ExploredTree tree;
  tree.width = depths.width();
  for (std::size_t i = 0; i < levels; ++i) {
    const Level& level = depths.levels()[i];
    tree.states.push_back(level.states);
    tree.revisits.push_back(level.revisits);
    tree.executions.push_back(level.executions);
  }
  return tree;
}

}  // namespace heddle::worker
