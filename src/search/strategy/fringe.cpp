#include "search/strategy/fringe.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "core/check.hpp"

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
  return bins_.empty() ? kNoNode : pop_from(bins_.begin());
}

NodeId Fringe::pop_from(std::map<std::uint64_t, NodeId>::iterator bin) {
  const NodeId node = bin->second;
  bin->second = tree_[node].next_waiting;
  if (bin->second == kNoNode) bins_.erase(bin);
  tree_[node].first_child = kNoNode;
  return node;
}

bool Fringe::has_several() const {
  return bins_.size() > 1 ||
         (!bins_.empty() && tree_[bins_.begin()->second].next_waiting != kNoNode);
}

void Fringe::share(std::size_t most_deviations,
                   const std::function<bool(const std::vector<WaitingExecution>&)>& accept) {
  struct Popped {
    NodeId node = kNoNode;
    std::uint64_t priority = 0;
    bool is_offered = false;
  };
  std::vector<Popped> popped;
  std::vector<WaitingExecution> offered;
  for (std::size_t size = 0; !bins_.empty() && size < most_deviations;) {
    const std::uint64_t priority = bins_.begin()->first;
    popped.push_back({pop_from(bins_.begin()), priority, popped.size() % 2 == 1});
    if (!popped.back().is_offered) continue;
    std::vector<Choice> deviations = deviations_to(popped.back().node);
    size += deviations.size();
    if (size > most_deviations) {
      popped.back().is_offered = false;
      break;
    }
    offered.push_back({priority, std::move(deviations)});
  }
  const bool is_accepted = !offered.empty() && accept(offered);
  // In reverse, since the newest of a bin comes first.
  for (auto one = popped.rbegin(); one != popped.rend(); ++one) {
    if (is_accepted && one->is_offered) {
      tree_.take_out(one->node);
    } else {
      push(one->node, one->priority);
    }
  }
}

std::vector<Choice> Fringe::deviations_to(NodeId node) const {
  std::vector<Choice> deviations;
  for (NodeId id = node; tree_[id].parent != kNoNode; id = tree_[id].parent) {
    const std::uint32_t from = tree_[id].from;
    deviations.push_back({from - 1, tree_[id].decision});
  }
  std::reverse(deviations.begin(), deviations.end());
  return deviations;
}

// Executions that come one after the other share their first nodes.
void Fringe::add(const std::vector<WaitingExecution>& executions) {
  std::vector<NodeId> chain{tree_.add_executed_root()};
  std::span<const Choice> before;
  for (auto one = executions.rbegin(); one != executions.rend(); ++one) {
    const std::vector<Choice>& deviations = one->deviations;
    const auto [differs, rest] =
        std::mismatch(before.begin(), before.end(), deviations.begin(), deviations.end());
    const auto shared = static_cast<std::size_t>(rest - deviations.begin());
    grow(chain, shared, std::span(deviations).subspan(shared));
    push(chain.back(), one->priority);
    before = deviations;
  }
}

// Makes the chain end with a new node, which has these deviations after the shared ones.  All nodes
// before it were executed.
void Fringe::grow(std::vector<NodeId>& chain, std::size_t shared,
                  std::span<const Choice> deviations) {
  HEDDLE_CHECK(!deviations.empty() && shared < chain.size(), "an execution was added twice");
  chain.resize(shared + 1);
  for (const Choice& choice : deviations) {
    tree_[chain.back()].executed = 1;
    chain.push_back(tree_.add(chain.back(), choice.depth, choice.decision));
  }
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
  std::vector<Choice> deviations;
  for (std::size_t at = 0; at < numbers.size();) {
    const std::uint32_t shared = numbers[at];
    const std::uint32_t count = numbers[at + 1];
    at += 2;
    deviations.clear();
    for (std::uint32_t i = 0; i < count; ++i, at += 2) {
      deviations.push_back({numbers[at] - 1, to_decision(numbers[at + 1])});
    }
    grow(chain, shared, deviations);
    push(chain.back(), priority);
  }
}

}  // namespace heddle::search
