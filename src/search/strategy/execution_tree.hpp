// Tree of executions that are known and not yet executed, stored as differences (Coons, Burckhardt,
// Musuvathi, "GAMBIT", PPoPP 2010).  Every state has a default choice; the steps that deviate from
// it identify an execution.  A node is an execution: it follows its parent up to one step, takes
// another choice there, and then takes default choices to the end.
//
// A node is removed once it was executed and all its descendants are removed, so the tree is empty
// in the end.  Where a search may find a deviation twice, a finished child stays on record.  It
// stays until no sibling is left that could find it again.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <unordered_map>
#include <vector>

#include "core/decision.hpp"
#include "search/por/planned_step.hpp"

namespace heddle::search {

using NodeId = std::uint32_t;
inline constexpr NodeId kNoNode = std::numeric_limits<NodeId>::max();

struct ExecutionNode {
  // The most steps of an execution that deviates.
  static constexpr std::uint32_t kMostSteps = (1U << 29) - 1;
  static constexpr std::uint32_t kMostChildren = (1U << 24) - 1;
  static constexpr std::uint32_t kMostAsleep = (1U << 8) - 1;

  NodeId parent = kNoNode;
  std::uint32_t from : 29 = 0;  // the depth of the first state that its parent does not reach
  std::uint32_t executed : 1 = 0;
  // The step by which it deviates, or the default one in that place, did more than its operation
  // says, and the tree holds it.
  std::uint32_t did_more : 1 = 0;
  std::uint32_t default_did_more : 1 = 0;
  Decision decision;                // at depth from - 1
  std::uint32_t children : 24 = 0;  // that are not done with
  // How many of the choices found earlier for that state were executed before this one, counted
  // from the first one, the default.
  std::uint32_t sleepers : 8 = 1;
  union {
    NodeId first_child = kNoNode;  // on record, the newest
    NodeId next_waiting;           // while it waits to be executed
  };
  NodeId next_sibling = kNoNode;  // on record, an older one; while unused, the next unused one

  bool is_done() const { return executed != 0 && children == 0; }
};
static_assert(sizeof(ExecutionNode) == 24, "a node is two dozen bytes");

class ExecutionTree {
 public:
  enum class Records : std::uint8_t { none, children };

  // With the root, which is the execution that never deviates.
  explicit ExecutionTree(Records records);

  ExecutionNode& operator[](NodeId id) { return chunks_[id / kChunk][id % kChunk]; }
  const ExecutionNode& operator[](NodeId id) const { return chunks_[id / kChunk][id % kChunk]; }

  NodeId root() const { return root_; }

  // Another root, for executions that come back to a tree which may have none any more.
  NodeId add_executed_root();

  // The execution that takes `decision` at the state of that depth, which the parent's reaches.
  NodeId add(NodeId parent, std::uint32_t depth, Decision decision);

  // Records the step by which the node deviates, or the default one in its place.
  // REQUIRES: children are recorded.
  void set_step(NodeId id, std::shared_ptr<const PlannedStep> step);
  void set_default_step(NodeId id, std::shared_ptr<const PlannedStep> step);
  // Null if it did no more than its operation says.
  const PlannedStep* step(NodeId id) const;
  const PlannedStep* default_step(NodeId id) const;

  // The node is about to be executed.  Counts the choices that are asleep in it and in its
  // descendants.
  void begin(NodeId id);

  // Lets go of the node if it is done with, and then of its ancestors.
  void let_go(NodeId id);

  // Takes out a node that was not executed.  REQUIRES: nothing is recorded.
  void take_out(NodeId id);

  std::size_t size() const { return size_; }
  std::size_t most() const { return most_; }
  // Held for all nodes, those unused at present included.
  std::size_t bytes() const { return chunks_.size() * kChunk * sizeof(ExecutionNode); }

 private:
  static constexpr std::size_t kChunk = 1024;

  struct Steps {
    std::shared_ptr<const PlannedStep> own;
    std::shared_ptr<const PlannedStep> usual;
  };

  NodeId make();
  void unmake(NodeId id);
  void record(NodeId parent, NodeId child);
  void forget_children(NodeId id);
  void forget_unreachable(NodeId id);

  bool records_;
  std::unordered_map<NodeId, Steps> steps_;  // of nodes where one of them did more
  std::vector<std::unique_ptr<ExecutionNode[]>> chunks_;
  NodeId unused_ = kNoNode;
  NodeId root_ = kNoNode;
  std::size_t size_ = 0;
  std::size_t most_ = 0;
};

}  // namespace heddle::search
