#include "search/liveness/open_components.hpp"

#include <algorithm>
#include <utility>

#include "core/check.hpp"
#include "search/liveness/find_livelock.hpp"
#include "search/liveness/state_graph.hpp"

namespace heddle::search {

void OpenComponents::enter(std::uint32_t depth, const Fingerprint& state, ThreadSet enabled,
                           const Step& step, const std::vector<FairChoice>& choices) {
  leave_to(depth);
  HEDDLE_CHECK(calls_.size() == depth, "a depth-first search skipped a state");
  const auto number = static_cast<std::uint32_t>(open_.size());
  if (depth > 0) edges_.push_back({calls_.back().state, number, step});
  calls_.push_back({number, static_cast<std::uint32_t>(edges_.size())});
  open_.push_back({enabled, number, depth});
  for (const FairChoice& way : choices) choices_.push_back({number, way});
  index_.push(state);
}

void OpenComponents::meet(std::uint32_t depth, const Fingerprint& state, const Step& step) {
  leave_to(depth);
  const std::optional<std::uint32_t> known = index_.find(state);
  if (!known || calls_.empty()) return;
  HEDDLE_CHECK(calls_.size() == depth, "a depth-first search skipped a state");
  const std::uint32_t from = calls_.back().state;
  edges_.push_back({from, *known, step});
  open_[from].low = std::min(open_[from].low, *known);
}

std::optional<Livelock> OpenComponents::take_livelock() { return std::exchange(found_, {}); }

std::optional<std::uint32_t> OpenComponents::depth_of(const Fingerprint& state) const {
  const std::optional<std::uint32_t> known = index_.find(state);
  if (!known) return std::nullopt;
  const std::uint32_t depth = open_[*known].depth;
  const bool is_on_path = depth < calls_.size() && calls_[depth].state == *known;
  return is_on_path ? std::optional(depth) : std::nullopt;
}

void OpenComponents::leave_to(std::uint32_t depth) {
  while (calls_.size() > depth) leave_last();
}

void OpenComponents::leave_last() {
  const Call call = calls_.back();
  const std::uint32_t low = open_[call.state].low;
  if (low < call.state) {
    calls_.pop_back();
    State& caller = open_[calls_.back().state];
    caller.low = std::min(caller.low, low);
    return;
  }
  if (edges_.size() > call.first_edge) judge(call);
  calls_.pop_back();
  // Also the edge that leads into the component.
  edges_.resize(call.first_edge - (calls_.empty() ? 0 : 1));
  open_.resize(call.state);
  while (!choices_.empty() && choices_.back().state >= call.state) choices_.pop_back();
  while (index_.size() > call.state) index_.pop();
}

void OpenComponents::judge(const Call& root) {
  if (!found_ && may_be_fair(root)) search_fair_cycle(root);
}

// A state on a fair cycle enables no thread that never moves in the component.  Most components
// have no such state: a thread spins while others could move.
bool OpenComponents::may_be_fair(const Call& root) const {
  ThreadSet moved = 0;
  for (std::size_t i = root.first_edge; i < edges_.size(); ++i) {
    moved |= moved_by(edges_[i].step.by.thread);
  }
  return std::any_of(open_.begin() + root.state, open_.end(),
                     [moved](const State& state) { return (state.enabled & ~moved) == 0; });
}

void OpenComponents::search_fair_cycle(const Call& root) {
  StateGraph graph;
  for (std::size_t i = root.state; i < open_.size(); ++i) {
    graph.add_state(index_[i], open_[i].enabled);
  }
  for (std::size_t i = root.first_edge; i < edges_.size(); ++i) {
    graph.add_edge(edges_[i].from - root.state, edges_[i].to - root.state, edges_[i].step.by);
  }
  for (auto choice = choices_.rbegin(); choice != choices_.rend() && choice->state >= root.state;
       ++choice) {
    graph.add_choice(choice->state - root.state, choice->way);
  }
  const auto is_excused = [&](const Livelock& livelock) {
    std::vector<LoopStep> loop;
    std::uint32_t at = root.state;
    for (std::size_t i = 0; i < livelock.schedule.size(); ++i) {
      const auto edge =
          std::find_if(edges_.begin() + root.first_edge, edges_.end(), [&](const Edge& candidate) {
            return candidate.from == at && candidate.step.by == livelock.schedule[i];
          });
      HEDDLE_CHECK(edge != edges_.end(), "a cycle leaves its component");
      if (i >= livelock.cycle_begin) loop.push_back(edge->step.operation);
      at = edge->to;
    }
    return steps_aside(loop);
  };
  std::optional<Livelock> livelock = find_livelock(graph, is_excused);
  if (!livelock) return;
  Schedule whole;
  for (const Call& call : calls_) {
    if (call.first_edge > 0) whole.push_back(edges_[call.first_edge - 1].step.by);
  }
  livelock->cycle_begin += whole.size();
  whole.insert(whole.end(), livelock->schedule.begin(), livelock->schedule.end());
  livelock->schedule = std::move(whole);
  found_ = std::move(livelock);
}

}  // namespace heddle::search
