#include "search/liveness/state_graph.hpp"

#include <algorithm>

#include "core/check.hpp"

namespace heddle::search {

void StateGraph::arrived(const Path& path, bool) {
  const std::size_t known = states();
  const State to = add_state(path.fingerprint(), enabled_threads(path.view()));
  if (states() > known) {
    for (const FairChoice& way : fair_choices(path.view())) add_choice(to, way);
  }
  if (path.depth() == 0) return;
  // The state left has no number if the search passed through it on the way to another.
  const auto from = numbers_.find(NarrowKey::of(path.fingerprint(path.depth() - 1)));
  if (from != numbers_.end()) add_edge(from->second, to, path.schedule().back());
}

StateGraph::State StateGraph::add_state(const Fingerprint& state, ThreadSet enabled) {
  const auto next = static_cast<State>(enabled_.size());
  const auto [found, is_new] = numbers_.insert({NarrowKey::of(state), next});
  if (is_new) {
    enabled_.push_back(enabled);
    reached_by_.push_back(kNoEdge);
  }
  return found->second;
}

void StateGraph::add_edge(State from, State to, Decision by) {
  HEDDLE_CHECK(from < states() && to < states(), "an edge between states that were not visited");
  if (to != 0 && from != to && reached_by_[to] == kNoEdge) {
    reached_by_[to] = static_cast<std::uint32_t>(edges_.size());
  }
  edges_.push_back({from, to, by});
}

Schedule StateGraph::schedule_to(State state) const {
  Schedule schedule;
  while (reached_by_[state] != kNoEdge) {
    const Edge& edge = edges_[reached_by_[state]];
    schedule.push_back(edge.by);
    state = edge.from;
  }
  std::reverse(schedule.begin(), schedule.end());
  return schedule;
}

}  // namespace heddle::search
