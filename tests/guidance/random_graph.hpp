// Random control-flow graphs with loops, recursion, calls of several candidates, exceptions, thread
// creation and functions that never return.
#pragma once

#include "core/random.hpp"
#include "guidance/program_graph.hpp"

namespace heddle::guidance {

inline CallSetId random_set(ProgramGraph& graph, std::uint64_t functions, Random& random) {
  std::vector<FunctionId> set;
  for (std::uint64_t left = 1 + random.below(2); left > 0; --left) {
    const auto callee = static_cast<FunctionId>(random.below(functions));
    if (set.empty() || set.front() != callee) set.push_back(callee);
  }
  graph.call_sets.push_back(std::move(set));
  return static_cast<CallSetId>(graph.call_sets.size() - 1);
}

inline void fill_node(ProgramGraph& graph, Node& node, NodeId first, std::uint64_t count,
                      std::uint64_t functions, Random& random) {
  const auto any = [&] { return static_cast<NodeId>(first + random.below(count)); };
  node.visible = static_cast<Visible>(random.below(3));
  const std::uint64_t shape = random.below(10);
  if (shape < 3) {  // a call, with a return site unless it never returns
    node.calls = random_set(graph, functions, random);
    node.guessed = random.below(3) == 0;
    if (random.below(5) > 0) node.successors.push_back(any());
    if (random.below(3) == 0) node.landing_pad = any();
  } else if (shape < 4) {  // a tail call
    node.calls = random_set(graph, functions, random);
    node.returns = true;
  } else if (shape < 5) {  // a call of unknown code, perhaps one that creates a thread
    node.external = true;
    if (random.below(2) == 0) node.spawns = random_set(graph, functions, random);
    node.successors.push_back(any());
  } else if (shape < 6) {
    node.returns = true;
  } else {
    for (std::uint64_t left = random.below(3); left > 0; --left) node.successors.push_back(any());
  }
}

inline ProgramGraph random_graph(Random& random) {
  ProgramGraph graph;
  const std::uint64_t functions = 1 + random.below(3);
  std::uint64_t address = 16;
  for (FunctionId id = 0; id < functions; ++id) {
    const auto first = static_cast<NodeId>(graph.nodes.size());
    const std::uint64_t count = 1 + random.below(5);
    graph.functions.push_back({"f" + std::to_string(id), first, false});
    for (std::uint64_t i = 0; i < count; ++i) {
      Node node;
      node.function = id;
      node.begin = address;
      address += 1 + random.below(40);
      node.end = address;
      fill_node(graph, node, first, count, functions, random);
      graph.nodes.push_back(std::move(node));
    }
    address += random.below(2) * 16;
  }
  return graph;
}

}  // namespace heddle::guidance
