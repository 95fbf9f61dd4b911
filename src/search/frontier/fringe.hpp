// The executions that wait, in bins of equal priority; in a bin the newest comes first, so that
// equal priorities mean depth-first search.  The links of a bin are in the nodes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>

#include "search/frontier/execution_tree.hpp"

namespace heddle::search {

class Fringe {
 public:
  explicit Fringe(ExecutionTree& tree) : tree_(tree) {}

  void push(NodeId node, std::uint64_t priority);

  // Takes out the newest of those with the smallest priority; kNoNode when none waits.
  NodeId pop();

  bool empty() const { return bins_.empty(); }
  std::size_t bins() const { return bins_.size(); }

 private:
  ExecutionTree& tree_;
  std::map<std::uint64_t, NodeId> bins_;  // their newest; none is empty
};

}  // namespace heddle::search
