// A shortest path between two places of a program, step by step.
#pragma once

#include <span>
#include <vector>

#include "guidance/distance.hpp"

namespace heddle::guidance {

struct PathStep {
  enum class Kind : std::uint8_t {
    start,
    go_on,         // to the next node of the function
    pass_over,     // a call of `function`, which returns
    enter,         // `function` by a call
    spawn,         // `function` in a new thread
    catch_thrown,  // the landing pad of a call
    leave          // the function, for a caller
  };
  Kind kind = Kind::go_on;
  NodeId node = kNone;  // the node reached
  FunctionId function = kNone;
};

struct ShortestPath {
  Cost distance = kUnreachable;
  std::vector<PathStep> steps = {};  // empty when the target is unreachable
};

// From the best of `from` to the nearest of `to`, in the best calling context.
ShortestPath shortest_path(const ProgramGraph& graph, const Weights& weights,
                           std::span<const NodeId> from, std::span<const NodeId> to);

}  // namespace heddle::guidance
