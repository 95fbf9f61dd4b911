#include "search/frontier/fringe.hpp"

namespace heddle::search {

void Fringe::push(NodeId node, std::uint64_t priority) {
  const auto [bin, is_new] = bins_.try_emplace(priority, kNoNode);
  tree_[node].next_waiting = bin->second;
  bin->second = node;
}

NodeId Fringe::pop() {
  if (bins_.empty()) return kNoNode;
  const auto best = bins_.begin();
  const NodeId node = best->second;
  best->second = tree_[node].next_waiting;
  if (best->second == kNoNode) bins_.erase(best);
  tree_[node].first_child = kNoNode;
  return node;
}

}  // namespace heddle::search
