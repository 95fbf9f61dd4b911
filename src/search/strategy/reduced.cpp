#include "search/strategy/reduced.hpp"

#include <algorithm>
#include <utility>

#include "search/por/arrival.hpp"

namespace heddle::search {

bool Reduced::offer(const Path& path, std::span<const Choice> choices) {
  arrive(path, choices, *reduction_, *causality_, nodes_, blocked_);
  arrived_ = true;
  return choices.size() > 1;
}

bool Reduced::next(Branch& into) {
  if (nodes_.empty()) return false;
  if (arrived_) {
    arrived_ = false;
    if (take(into)) return true;
    ++redundant_;
    reduction_->ended(nodes_, *causality_, first_new_, blocked_);
    nodes_.pop_back();
  } else {
    reduction_->ended(nodes_, *causality_, first_new_, causality_->left());
  }
  for (; !nodes_.empty(); nodes_.pop_back()) {
    const auto depth = static_cast<std::uint32_t>(nodes_.size() - 1);
    reduction_->left(nodes_.back(), causality_->step(depth));
    if (!take(into)) continue;
    first_new_ = is_another_alternative(nodes_.back()) ? 0 : depth;
    return true;
  }
  return false;
}

// After a data choice, everything that came before meets another rest of the run.
bool Reduced::is_another_alternative(const ReductionNode& node) {
  return std::any_of(node.taken.begin(), node.taken.end() - 1,
                     [&](Decision earlier) { return earlier.thread == node.taken.back().thread; });
}

bool Reduced::take(Branch& into) {
  ReductionNode& node = nodes_.back();
  const Decision* decision = reduction_->choose(node);
  if (decision == nullptr) return false;
  node.taken.push_back(*decision);
  into.depth = static_cast<std::uint32_t>(nodes_.size() - 1);
  into.decision = *decision;
  into.last = false;
  into.reopen = false;
  return true;
}

}  // namespace heddle::search
