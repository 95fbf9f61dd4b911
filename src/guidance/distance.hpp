// Context-sensitive control-flow distance: the cost of a shortest realizable path from a call stack
// to a location, over an interprocedural control-flow graph.
//
// Edelkamp and Mehler (MoChArt 2003) measure the distance without call stacks; Rungta and Mercer
// (ASE 2005, FMCAD 2006) take the stack into account and propagate distances through call sites.
// Departures: costs count visible operations instead of nodes; a path may follow a created thread;
// an exception may leave any call for its landing pad, at a penalty, and may be caught by any frame
// of the stack.
#pragma once

#include <span>
#include <vector>

#include "guidance/cost.hpp"
#include "guidance/program_graph.hpp"

namespace heddle::guidance {

// The costs that do not depend on a location.
struct ThroughCosts {
  // From the begin of a node until its function has returned, calls passed over; kUnreachable where
  // the function cannot return.
  std::vector<Cost> to_exit;
  // The cheapest passage through one of the functions of a call set.
  std::vector<Cost> through_set;
};

// One pass of Knuth's generalisation of Dijkstra's algorithm, recursion included.
ThroughCosts through_costs(const ProgramGraph& graph, const Weights& weights);

// From the begin of each node to the nearest of `targets`, without return from the node's own
// function; kUnreachable where there is no such path.  A path ends at the begin of a target.
std::vector<Cost> costs_to(const ProgramGraph& graph, const Weights& weights,
                           const ThroughCosts& through, std::span<const NodeId> targets);

// The same with returns and exceptions to any caller of the function: the distance in the best
// calling context.
std::vector<Cost> costs_from_any_context(const ProgramGraph& graph, const Weights& weights,
                                         const ThroughCosts& through,
                                         const std::vector<Cost>& costs);

// One frame of a call stack.
struct StackFrame {
  // Where it goes on: the current node, or the return site of its call; none after a call that
  // never returns.
  NodeId node = kNone;
  NodeId landing_pad =
      kNone;             // where it goes on when its call throws; none for the innermost frame
  bool foreign = false;  // code outside the graph, which returns
};

// The distance from a stack, innermost frame first, in time linear in its depth.  Foreign
// frames return at the cost of an external call.
Cost distance(const Weights& weights, const ThroughCosts& through, const std::vector<Cost>& costs,
              std::span<const StackFrame> stack);

// The cost of the operation at the end of a node, passage through a callee excluded.
Cost cost_of(const Node& node, const Weights& weights);

}  // namespace heddle::guidance
