#include "guidance/make_guide.hpp"

#include <utility>
#include <vector>

#include "guidance/guide_tables.hpp"
#include "guidance/locations.hpp"
#include "guidance/recovery/graph_cache.hpp"

namespace heddle::guidance {

Result<Guide> make_guide(const std::string& program, std::span<const std::string> locations,
                         const Weights& weights) {
  const Result<ElfImage> image = ElfImage::open(program);
  if (!image.ok()) return image.error();
  const ProgramGraph graph = cached_graph(*image, cache_folder());
  LocationFinder finder(*image, graph);
  std::vector<Location> found;
  std::vector<std::vector<NodeId>> targets;
  for (const std::string& text : locations) {
    Result<FoundLocation> location = finder.find(text);
    if (!location.ok()) return location.error();
    found.push_back(std::move(location->location));
    targets.push_back(std::move(location->nodes));
  }
  std::vector<GuideModule> modules;
  modules.push_back(module_tables(graph, weights, targets, image->build_id()));
  return Guide(std::move(found), std::move(modules), weights);
}

}  // namespace heddle::guidance
