// From a graph to the tables of a guide.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "guidance/guide.hpp"
#include "guidance/program_graph.hpp"

namespace heddle::guidance {

// The tables of one module: for each location, `targets` lists the nodes at it.
// REQUIRES: the module is smaller than 4 GiB.
GuideModule module_tables(const ProgramGraph& graph, const Weights& weights,
                          const std::vector<std::vector<NodeId>>& targets, std::string build_id);

}  // namespace heddle::guidance
