#include "guidance/guide_tables.hpp"

#include <utility>

#include "guidance/distance.hpp"

namespace heddle::guidance {
namespace {

GuideNode table_node(const Node& node, Cost to_exit, bool library) {
  GuideNode made;
  made.begin = static_cast<std::uint32_t>(node.begin);
  made.to_exit = to_exit;
  made.kind = library ? GuideNode::library : GuideNode::user;
  return made;
}

GuideNode gap_at(std::uint64_t address) {
  GuideNode gap;
  gap.begin = static_cast<std::uint32_t>(address);
  gap.kind = GuideNode::gap;
  return gap;
}

}  // namespace

GuideModule module_tables(const ProgramGraph& graph, const Weights& weights,
                          const std::vector<std::vector<NodeId>>& targets, std::string build_id) {
  GuideModule module{
      .name = graph.module, .build_id = std::move(build_id), .nodes = {}, .costs = {}};
  const ThroughCosts through = through_costs(graph, weights);
  std::vector<std::uint32_t> position(graph.nodes.size());
  for (NodeId id = 0; id < graph.nodes.size(); ++id) {
    const Node& node = graph.nodes[id];
    if (id > 0 && graph.nodes[id - 1].end < node.begin) {
      module.nodes.push_back(gap_at(graph.nodes[id - 1].end));
    }
    position[id] = static_cast<std::uint32_t>(module.nodes.size());
    const bool library = graph.functions[node.function].library;
    module.nodes.push_back(table_node(node, through.to_exit[id], library));
  }
  if (!graph.nodes.empty()) module.nodes.push_back(gap_at(graph.nodes.back().end));
  for (NodeId id = 0; id < graph.nodes.size(); ++id) {
    const Node& node = graph.nodes[id];
    GuideNode& entry = module.nodes[position[id]];
    const bool calls = node.calls != kNone || node.external;
    if (!calls) {
      entry.resume = position[id];
    } else if (!node.successors.empty()) {
      entry.resume = position[node.successors.front()];
    }
    if (node.landing_pad != kNone) entry.landing_pad = position[node.landing_pad];
  }
  for (const std::vector<NodeId>& nodes : targets) {
    const std::vector<Cost> costs = costs_to(graph, weights, through, nodes);
    std::vector<Cost> row(module.nodes.size(), kUnreachable);
    for (NodeId id = 0; id < graph.nodes.size(); ++id) row[position[id]] = costs[id];
    module.costs.push_back(std::move(row));
  }
  return module;
}

}  // namespace heddle::guidance
