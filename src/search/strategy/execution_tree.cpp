#include "search/strategy/execution_tree.hpp"

#include <algorithm>
#include <utility>

#include "core/check.hpp"

namespace heddle::search {

ExecutionTree::ExecutionTree(Records records) : records_(records == Records::children) {
  root_ = make();
}

NodeId ExecutionTree::make() {
  if (unused_ == kNoNode) {
    const std::size_t first = chunks_.size() * kChunk;
    HEDDLE_CHECK(first + kChunk < kNoNode, "too many executions wait");
    chunks_.push_back(std::make_unique<ExecutionNode[]>(kChunk));
    for (std::size_t i = kChunk; i-- > 0;) {
      chunks_.back()[i].next_sibling = unused_;
      unused_ = static_cast<NodeId>(first + i);
    }
  }
  const NodeId id = unused_;
  unused_ = (*this)[id].next_sibling;
  (*this)[id] = ExecutionNode();
  most_ = std::max(most_, ++size_);
  return id;
}

void ExecutionTree::unmake(NodeId id) {
  const ExecutionNode& node = (*this)[id];
  if (node.did_more != 0 || node.default_did_more != 0) steps_.erase(id);
  (*this)[id].next_sibling = unused_;
  unused_ = id;
  --size_;
}

NodeId ExecutionTree::add_executed_root() {
  const NodeId id = make();
  (*this)[id].executed = 1;
  return id;
}

NodeId ExecutionTree::add(NodeId parent, std::uint32_t depth, Decision decision) {
  HEDDLE_CHECK(depth < ExecutionNode::kMostSteps, "an execution is too long to deviate from");
  const NodeId id = make();
  ExecutionNode& node = (*this)[id];
  node.parent = parent;
  node.from = (depth + 1) & ExecutionNode::kMostSteps;
  node.decision = decision;
  HEDDLE_CHECK((*this)[parent].children < ExecutionNode::kMostChildren,
               "an execution has too many deviations");
  ++(*this)[parent].children;
  if (records_) record(parent, id);
  return id;
}

void ExecutionTree::record(NodeId parent, NodeId child) {
  ExecutionNode& node = (*this)[child];
  for (NodeId id = (*this)[parent].first_child; id != kNoNode; id = (*this)[id].next_sibling) {
    const ExecutionNode& sibling = (*this)[id];
    if (sibling.from != node.from) continue;
    if (sibling.default_did_more != 0) set_default_step(child, steps_.at(id).usual);
    break;
  }
  node.next_sibling = (*this)[parent].first_child;
  (*this)[parent].first_child = child;
}

void ExecutionTree::set_step(NodeId id, std::shared_ptr<const PlannedStep> step) {
  (*this)[id].did_more = 1;
  steps_[id].own = std::move(step);
}

void ExecutionTree::set_default_step(NodeId id, std::shared_ptr<const PlannedStep> step) {
  (*this)[id].default_did_more = 1;
  steps_[id].usual = std::move(step);
}

const PlannedStep* ExecutionTree::step(NodeId id) const {
  return (*this)[id].did_more != 0 ? steps_.at(id).own.get() : nullptr;
}

const PlannedStep* ExecutionTree::default_step(NodeId id) const {
  return (*this)[id].default_did_more != 0 ? steps_.at(id).usual.get() : nullptr;
}

void ExecutionTree::begin(NodeId id) {
  if (!records_ || (*this)[id].parent == kNoNode) return;
  ExecutionNode& node = (*this)[id];
  std::uint32_t sleepers = 0;
  for (NodeId at = node.next_sibling; at != kNoNode; at = (*this)[at].next_sibling) {
    const ExecutionNode& sibling = (*this)[at];
    if (sibling.from == node.from) sleepers = sibling.executed != 0 ? sleepers + 1 : 0;
  }
  node.sleepers = std::min(sleepers + 1, ExecutionNode::kMostAsleep) & ExecutionNode::kMostAsleep;
}

void ExecutionTree::let_go(NodeId id) {
  while (id != kNoNode && (*this)[id].is_done()) {
    const NodeId parent = (*this)[id].parent;
    forget_children(id);
    if (parent == kNoNode || !records_) unmake(id);
    if (parent != kNoNode) {
      --(*this)[parent].children;
      if (records_ && (*this)[parent].children > 0) forget_unreachable(parent);
    }
    id = parent;
  }
}

void ExecutionTree::take_out(NodeId id) {
  HEDDLE_CHECK(!records_ && (*this)[id].executed == 0, "a node that is needed was taken out");
  const NodeId parent = (*this)[id].parent;
  unmake(id);
  if (parent == kNoNode) return;
  --(*this)[parent].children;
  let_go(parent);
}

void ExecutionTree::forget_children(NodeId id) {
  if (!records_) return;
  for (NodeId child = (*this)[id].first_child; child != kNoNode;) {
    const NodeId next = (*this)[child].next_sibling;
    unmake(child);
    child = next;
  }
  (*this)[id].first_child = kNoNode;
}

// Removes recorded children deeper than every unfinished child: none of those can find them again.
void ExecutionTree::forget_unreachable(NodeId id) {
  std::uint32_t last = 0;
  for (NodeId child = (*this)[id].first_child; child != kNoNode;) {
    const ExecutionNode& node = (*this)[child];
    if (!node.is_done()) last = std::max<std::uint32_t>(last, node.from);
    child = node.next_sibling;
  }
  NodeId before = kNoNode;
  for (NodeId child = (*this)[id].first_child; child != kNoNode;) {
    const NodeId next = (*this)[child].next_sibling;
    if ((*this)[child].from > last) {
      (before == kNoNode ? (*this)[id].first_child : (*this)[before].next_sibling) = next;
      unmake(child);
    } else {
      before = child;
    }
    child = next;
  }
}

}  // namespace heddle::search
