#include "search/strategy/fringe.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace heddle::search {
namespace {

// In one file: some megabytes.
constexpr std::size_t kLargestSegment = std::size_t{1} << 16;

std::uint32_t to_number(Decision decision) {
  return (std::uint32_t{index(decision.thread)} << 16) | decision.alternative;
}

Decision to_decision(std::uint32_t number) {
  return {thread_id(number >> 16), static_cast<std::uint16_t>(number)};
}

}  // namespace

void Fringe::push(NodeId node, std::uint64_t priority) {
  const auto [bin, is_new] = bins_.try_emplace(priority, kNoNode);
  tree_[node].next_waiting = bin->second;
  bin->second = node;
}

NodeId Fringe::pop() {
  if (!spilled_bins_.empty() &&
      (bins_.empty() || spilled_bins_.begin()->first < bins_.begin()->first)) {
    bring_back();
  }
  if (bins_.empty()) return kNoNode;
  const auto best = bins_.begin();
  const NodeId node = best->second;
  best->second = tree_[node].next_waiting;
  if (best->second == kNoNode) bins_.erase(best);
  tree_[node].first_child = kNoNode;
  return node;
}

void Fringe::keep_below(std::size_t nodes, std::string folder) {
  most_nodes_ = nodes;
  segment_ = std::clamp<std::size_t>(nodes / 4, 1, kLargestSegment);
  folder_ = std::move(folder);
}

void Fringe::relieve() {
  if (tree_.size() <= most_nodes_ || is_disk_full_) return;
  while (tree_.size() > most_nodes_ / 2 && spill_worst()) {
  }
}

// Spills the whole last bin, or its older half if there is no other bin.  Returns false if nothing
// was spilled.
bool Fringe::spill_worst() {
  if (bins_.empty()) return false;
  const auto worst = std::prev(bins_.end());
  std::vector<NodeId> nodes;
  for (NodeId id = worst->second; id != kNoNode; id = tree_[id].next_waiting) nodes.push_back(id);
  const std::size_t kept = bins_.size() == 1 ? (nodes.size() + 1) / 2 : 0;
  if (kept == nodes.size()) return false;
  std::vector<NodeId> leaving(nodes.rbegin(), nodes.rend() - static_cast<std::ptrdiff_t>(kept));
  if (!write(worst->first, leaving)) {
    is_disk_full_ = true;
    return false;
  }
  if (kept == 0) {
    bins_.erase(worst);
  } else {
    tree_[nodes[kept - 1]].next_waiting = kNoNode;
  }
  for (const NodeId node : leaving) tree_.take_out(node);
  spilled_ += leaving.size();
  return true;
}

bool Fringe::write(std::uint64_t priority, const std::vector<NodeId>& nodes) {
  std::vector<Spill> segments;
  std::vector<std::uint32_t> numbers;
  std::vector<NodeId> before;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    encode(nodes[i], before, numbers);
    if ((i + 1) % segment_ != 0 && i + 1 != nodes.size()) continue;
    std::optional<Spill> segment = Spill::write(folder_, numbers);
    if (!segment) return false;
    segments.push_back(std::move(*segment));
    numbers.clear();
    before.clear();
  }
  std::vector<Spill>& bin = spilled_bins_[priority];
  std::move(segments.begin(), segments.end(), std::back_inserter(bin));
  return true;
}

// How many of the deviations are those of the node before, how many follow, and these.
void Fringe::encode(NodeId node, std::vector<NodeId>& before,
                    std::vector<std::uint32_t>& into) const {
  std::vector<NodeId> chain;
  for (NodeId id = node; tree_[id].parent != kNoNode; id = tree_[id].parent) chain.push_back(id);
  std::reverse(chain.begin(), chain.end());
  std::size_t shared = 0;
  while (shared < chain.size() && shared < before.size() && chain[shared] == before[shared]) {
    ++shared;
  }
  into.push_back(static_cast<std::uint32_t>(shared));
  into.push_back(static_cast<std::uint32_t>(chain.size() - shared));
  for (std::size_t i = shared; i < chain.size(); ++i) {
    into.push_back(tree_[chain[i]].from);
    into.push_back(to_number(tree_[chain[i]].decision));
  }
  before = std::move(chain);
}

void Fringe::bring_back() {
  const auto bin = spilled_bins_.begin();
  const Spill segment = std::move(bin->second.back());
  const std::uint64_t priority = bin->first;
  bin->second.pop_back();
  if (bin->second.empty()) spilled_bins_.erase(bin);
  const std::span<const std::uint32_t> numbers = segment.numbers();
  std::vector<NodeId> chain{tree_.add_executed_root()};
  for (std::size_t at = 0; at < numbers.size();) {
    chain.resize(numbers[at] + std::size_t{1});
    const std::uint32_t count = numbers[at + 1];
    at += 2;
    for (std::uint32_t i = 0; i < count; ++i, at += 2) {
      tree_[chain.back()].executed = 1;
      chain.push_back(tree_.add(chain.back(), numbers[at] - 1, to_decision(numbers[at + 1])));
    }
    push(chain.back(), priority);
  }
}

}  // namespace heddle::search
