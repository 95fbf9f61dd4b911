// The executions that wait, in bins of equal priority; in a bin the newest comes first, so that
// equal priorities mean depth-first search.  The links of a bin are in the nodes.
//
// Beyond a limit the least promising ones are written to temporary files and leave the tree; they
// come back, with their ancestors, when their turn has come.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "search/engine/choice.hpp"
#include "search/strategy/execution_tree.hpp"
#include "search/strategy/spill.hpp"

namespace heddle::search {

// An execution that waits, by its deviations from default choices.  It means the same in another
// tree of the same search.
struct WaitingExecution {
  std::uint64_t priority = 0;
  std::vector<Choice> deviations;  // by ascending depth
};

class Fringe {
 public:
  explicit Fringe(ExecutionTree& tree) : tree_(tree) {}

  void push(NodeId node, std::uint64_t priority);

  // Takes out the newest of those with the smallest priority; kNoNode when none waits.
  NodeId pop();

  // Returns whether at least two wait in memory.
  bool has_several() const;

  // Offers every second one in the order in which they would be taken, with at most so many
  // deviations in all.  Those that `accept` takes leave the tree.
  // REQUIRES: the tree records nothing.
  void share(std::size_t most_deviations,
             const std::function<bool(const std::vector<WaitingExecution>&)>& accept);

  // Adds executions of another tree, in the order in which they are to be taken.
  void add(const std::vector<WaitingExecution>& executions);

  // From now on the tree is kept at this many nodes, as long as the folder has room.
  // REQUIRES: the tree records nothing.
  void keep_below(std::size_t nodes, std::string folder);

  // Writes out what is too much.
  void relieve();

  std::size_t bins() const { return bins_.size(); }
  std::uint64_t spilled() const { return spilled_; }
  // There was no room, and what waits is kept in memory alone.
  bool is_disk_full() const { return is_disk_full_; }

 private:
  NodeId pop_from(std::map<std::uint64_t, NodeId>::iterator bin);
  std::vector<Choice> deviations_to(NodeId node) const;
  void grow(std::vector<NodeId>& chain, std::size_t shared, std::span<const Choice> deviations);
  bool spill_worst();
  bool write(std::uint64_t priority, const std::vector<NodeId>& nodes);
  void encode(NodeId node, std::vector<NodeId>& before, std::vector<std::uint32_t>& into) const;
  void bring_back();

  ExecutionTree& tree_;
  std::map<std::uint64_t, NodeId> bins_;                      // their newest; none is empty
  std::map<std::uint64_t, std::vector<Spill>> spilled_bins_;  // the newest last; none is empty
  std::size_t most_nodes_ = std::numeric_limits<std::size_t>::max();
  std::size_t segment_ = 1;  // so many come back at once
  std::string folder_;
  std::uint64_t spilled_ = 0;
  bool is_disk_full_ = false;
};

}  // namespace heddle::search
