// Strong fairness is a Streett condition: a thread that is enabled again and again moves again and
// again.  A cycle can satisfy it only without the states in which a thread is enabled that never
// moves inside the component.  So these states are removed, and the rest is decomposed again
// (Emerson and Lei, "Modalities for model checking", Science of Computer Programming 8, 1987),
// until each component that is left is fair as a whole.
//
// A choice is fair in the same sense: what may be chosen again and again is chosen again and again.
// So a cycle makes no choice of which an alternative leaves the component.  These steps are
// removed.
#include "search/liveness/find_livelock.hpp"

#include <deque>
#include <set>

#include "core/check.hpp"
#include "search/liveness/components.hpp"

namespace heddle::search {
namespace {

using State = StateGraph::State;

constexpr std::uint32_t kNoEdge = ~std::uint32_t{0};

// Makes a short fair cycle in one fair component, from its first state on.
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
    do {
      // The way back may pass states in which further threads are enabled.
      while (!loop_.is_fair()) extend_to_a_step_of(loop_.starved());
      if (at_ != begin_ || result_.schedule.size() == result_.cycle_begin) {
        extend([&](const StateGraph::Edge& edge) { return edge.to == begin_; });
      }
    } while (!loop_.is_fair());
    return std::move(result_);
  }

 private:
  void extend_to_a_step_of(ThreadSet threads) {
    extend([&](const StateGraph::Edge& edge) { return (threads & moved_by(edge.by.thread)) != 0; });
  }

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

// The fair components of a graph, each of which has a cycle through all of it.
class FairComponents {
 public:
  // Removes steps from the successors.
  FairComponents(const StateGraph& graph, Successors& successors)
      : graph_(graph), successors_(successors), removed_(graph.states()) {
    // Each round removes a thread from every component that it divides, or a choice: they are few.
    do component_ = components(graph_, successors_, removed_);
    while (remove_unfair_choices() || remove_unfair());
  }

  bool contain(State state) const { return !removed_[state]; }
  const std::vector<std::uint32_t>& numbers() const { return component_; }

 private:
  // Removes the steps of choices of which an alternative leaves the component.  Returns whether
  // there were any.
  bool remove_unfair_choices() {
    bool has_removed = false;
    for (const StateGraph::Choice& choice : graph_.choices()) {
      const std::uint32_t own = component_[choice.state];
      if (own == kNoComponent) continue;
      const auto is_of_choice = [&](std::uint32_t number) {
        return graph_.edges()[number].by.thread == choice.way.thread;
      };
      std::set<std::uint16_t> inside;
      for (const std::uint32_t number : successors_.of(choice.state)) {
        const StateGraph::Edge& edge = graph_.edges()[number];
        if (is_of_choice(number) && component_[edge.to] == own) inside.insert(edge.by.alternative);
      }
      if (inside.size() == choice.way.alternatives) continue;
      has_removed |= successors_.remove(choice.state, is_of_choice) && !inside.empty();
    }
    return has_removed;
  }

  // Removes the states that are on no cycle, and those in which a thread is enabled that never
  // moves inside their component.  False: only the former, so that no component was divided.
  bool remove_unfair() {
    std::vector<LoopSoFar> loops(graph_.states());  // by component; there are no more than states
    std::vector<bool> has_step(graph_.states());
    for (State state = 0; state < graph_.states(); ++state) {
      if (!removed_[state]) loops[component_[state]].visit(graph_.enabled(state));
    }
    for (State state = 0; state < graph_.states(); ++state) {
      const std::uint32_t own = component_[state];
      for (const std::uint32_t number : successors_.of(state)) {
        const StateGraph::Edge& edge = graph_.edges()[number];
        if (own == kNoComponent || component_[edge.to] != own) continue;
        has_step[own] = true;
        loops[own].moved |= moved_by(edge.by.thread);
      }
    }
    bool divides = false;
    for (State state = 0; state < graph_.states(); ++state) {
      if (removed_[state]) continue;
      const std::uint32_t own = component_[state];
      const bool starves = (graph_.enabled(state) & loops[own].starved()) != 0;
      removed_[state] = !has_step[own] || starves;
      divides |= has_step[own] && starves;
    }
    return divides;
  }

  const StateGraph& graph_;
  Successors& successors_;
  std::vector<bool> removed_;
  std::vector<std::uint32_t> component_;
};

}  // namespace

std::optional<Livelock> find_livelock(const StateGraph& graph,
                                      const std::function<bool(const Livelock&)>& is_excused) {
  Successors successors(graph);
  const FairComponents fair(graph, successors);
  std::vector<bool> excused(graph.states());  // by component
  for (State state = 0; state < graph.states(); ++state) {
    if (!fair.contain(state) || excused[fair.numbers()[state]]) continue;
    Livelock livelock = LoopMaker(graph, successors, fair.numbers(), state).make();
    if (!is_excused || !is_excused(livelock)) return livelock;
    excused[fair.numbers()[state]] = true;
  }
  return std::nullopt;
}

}  // namespace heddle::search
