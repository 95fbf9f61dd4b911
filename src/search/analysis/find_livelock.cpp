// A strongly connected component contains a fair loop exactly if the loop through all of it is
// fair: a smaller loop has fewer threads that move and more that always could.
#include "search/analysis/find_livelock.hpp"

#include <deque>

#include "core/check.hpp"
#include "search/analysis/components.hpp"

namespace heddle::search {
namespace {

using State = StateGraph::State;

constexpr std::uint32_t kNoEdge = ~std::uint32_t{0};

// Makes a short fair loop in one component, from its first state on.
class LoopMaker {
 public:
  LoopMaker(const StateGraph& graph, const Successors& successors,
            const std::vector<std::uint32_t>& component, State begin)
      : graph_(graph),
        successors_(successors),
        component_(component),
        begin_(begin),
        at_(begin),
        came_by_(graph.states(), kNoEdge) {}

  Livelock make() {
    result_.schedule = graph_.schedule_to(begin_);
    result_.cycle_begin = result_.schedule.size();
    loop_.visit(graph_.enabled(begin_));
    while (!loop_.is_fair()) {
      const ThreadSet owed = loop_.always & ~loop_.moved;
      extend([&](const StateGraph::Edge& edge) {
        return (owed & (moved_by(edge.by.thread) | ~graph_.enabled(edge.to))) != 0;
      });
    }
    if (at_ != begin_ || result_.schedule.size() == result_.cycle_begin) {
      extend([&](const StateGraph::Edge& edge) { return edge.to == begin_; });
    }
    result_.others_can_move = (loop_.ever & ~loop_.moved) != 0;
    return std::move(result_);
  }

 private:
  // Goes on by the fewest steps within the component whose last one is wanted.
  template <typename Wanted>
  void extend(Wanted wanted) {
    std::deque<State> queue = {at_};
    std::vector<State> reached;
    std::uint32_t last = kNoEdge;
    while (last == kNoEdge) {
      HEDDLE_CHECK(!queue.empty(), "a component is not connected");
      const State state = queue.front();
      queue.pop_front();
      for (const std::uint32_t number : successors_.of(state)) {
        const StateGraph::Edge& edge = graph_.edges()[number];
        if (component_[edge.to] != component_[begin_]) continue;
        if (wanted(edge)) {
          last = number;
          break;
        }
        if (edge.to == at_ || came_by_[edge.to] != kNoEdge) continue;
        came_by_[edge.to] = number;
        reached.push_back(edge.to);
        queue.push_back(edge.to);
      }
    }
    follow(last);
    for (const State state : reached) came_by_[state] = kNoEdge;
  }

  // Appends the steps found from the present state to the edge `last`, inclusive.
  void follow(std::uint32_t last) {
    std::vector<std::uint32_t> way = {last};
    while (graph_.edges()[way.back()].from != at_) {
      way.push_back(came_by_[graph_.edges()[way.back()].from]);
    }
    for (auto number = way.rbegin(); number != way.rend(); ++number) {
      const StateGraph::Edge& edge = graph_.edges()[*number];
      result_.schedule.push_back(edge.by);
      loop_.moved |= moved_by(edge.by.thread);
      loop_.visit(graph_.enabled(edge.to));
      at_ = edge.to;
    }
  }

  const StateGraph& graph_;
  const Successors& successors_;
  const std::vector<std::uint32_t>& component_;
  State begin_;
  State at_;
  LoopSoFar loop_;
  Livelock result_;
  std::vector<std::uint32_t> came_by_;  // while looking for a way: the edge to each state
};

}  // namespace

std::optional<Livelock> find_livelock(const StateGraph& graph,
                                      const std::function<bool(const Livelock&)>& is_excused) {
  const Successors successors(graph);
  const std::vector<std::uint32_t> component = components(graph, successors);
  std::vector<LoopSoFar> loops(graph.states());  // by component; there are no more than states
  std::vector<bool> has_step(graph.states());
  for (State state = 0; state < graph.states(); ++state) {
    loops[component[state]].visit(graph.enabled(state));
  }
  for (const StateGraph::Edge& edge : graph.edges()) {
    if (component[edge.from] != component[edge.to]) continue;
    has_step[component[edge.from]] = true;
    loops[component[edge.from]].moved |= moved_by(edge.by.thread);
  }
  for (State state = 0; state < graph.states(); ++state) {
    const std::uint32_t own = component[state];
    if (!has_step[own] || !loops[own].is_fair()) continue;
    Livelock livelock = LoopMaker(graph, successors, component, state).make();
    if (!is_excused || !is_excused(livelock)) return livelock;
    has_step[own] = false;
  }
  return std::nullopt;
}

}  // namespace heddle::search
