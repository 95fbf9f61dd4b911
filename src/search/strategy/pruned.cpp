#include "search/strategy/pruned.hpp"

#include <iterator>
#include <utility>

#include "core/check.hpp"

namespace heddle::search {

void Pruned::add(Lost lost) {
  HEDDLE_CHECK(!lost.decisions.empty(), "a state lost nothing");
  if (lookup_ == Lookup::by_state) {
    const auto known = by_state_.find(lost.state.fingerprint);
    if (known != by_state_.end()) {
      std::vector<Decision>& decisions = entries_[known->second].lost.decisions;
      decisions.insert(decisions.end(), lost.decisions.begin(), lost.decisions.end());
      return;
    }
  }
  Id id = entries_.size();
  if (free_.empty()) {
    entries_.emplace_back();
  } else {
    id = free_.back();
    free_.pop_back();
  }
  std::vector<Id>& same_depth = by_depth_[lost.depth];
  if (lookup_ == Lookup::by_state) by_state_.emplace(lost.state.fingerprint, id);
  entries_[id] = {std::move(lost), same_depth.size()};
  same_depth.push_back(id);
}

std::optional<Lost> Pruned::take_deepest() {
  if (empty()) return std::nullopt;
  return remove(by_depth_.rbegin()->second.back());
}

std::optional<Lost> Pruned::take_random(Random& random) {
  if (empty()) return std::nullopt;
  const auto depth =
      std::next(by_depth_.begin(), static_cast<std::ptrdiff_t>(random.below(by_depth_.size())));
  return remove(depth->second[random.below(depth->second.size())]);
}

std::optional<Lost> Pruned::take(const Fingerprint& state) {
  const auto known = by_state_.find(state);
  if (known == by_state_.end()) return std::nullopt;
  return remove(known->second);
}

void Pruned::clear() {
  entries_.clear();
  free_.clear();
  by_depth_.clear();
  by_state_.clear();
}

Lost Pruned::remove(Id id) {
  const std::size_t at = entries_[id].at;
  Lost lost = std::move(entries_[id].lost);
  const auto depth = by_depth_.find(lost.depth);
  std::vector<Id>& same_depth = depth->second;
  same_depth[at] = same_depth.back();
  entries_[same_depth[at]].at = at;
  same_depth.pop_back();
  if (same_depth.empty()) by_depth_.erase(depth);
  if (lookup_ == Lookup::by_state) by_state_.erase(lost.state.fingerprint);
  entries_[id] = {};
  free_.push_back(id);
  return lost;
}

}  // namespace heddle::search
