#include "guidance/program_graph.hpp"

#include <algorithm>

namespace heddle::guidance {

NodeId node_at(const ProgramGraph& graph, std::uint64_t address) {
  const auto after =
      std::upper_bound(graph.nodes.begin(), graph.nodes.end(), address,
                       [](std::uint64_t wanted, const Node& node) { return wanted < node.begin; });
  if (after == graph.nodes.begin()) return kNone;
  const auto found = after - 1;
  if (address >= found->end) return kNone;
  return static_cast<NodeId>(found - graph.nodes.begin());
}

}  // namespace heddle::guidance
