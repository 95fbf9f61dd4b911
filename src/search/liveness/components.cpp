#include "search/liveness/components.hpp"

#include <algorithm>

namespace heddle::search {
namespace {

using State = StateGraph::State;

constexpr std::uint32_t kUnknown = kNoComponent;

class Tarjan {
 public:
  Tarjan(const StateGraph& graph, const Successors& successors, const std::vector<bool>& left_out)
      : graph_(graph),
        successors_(successors),
        left_out_(left_out),
        component_(graph.states(), kUnknown),
        order_(graph.states(), kUnknown),
        low_(graph.states()) {}

  std::vector<std::uint32_t> run() {
    for (State root = 0; root < graph_.states(); ++root) {
      if (order_[root] == kUnknown && !is_left_out(root)) search_from(root);
    }
    return std::move(component_);
  }

 private:
  struct Call {
    State state = 0;
    std::uint32_t next = 0;  // which of its edges to follow now
  };

  bool is_left_out(State state) const { return !left_out_.empty() && left_out_[state]; }

  void search_from(State root) {
    enter(root);
    while (!calls_.empty()) {
      Call& call = calls_.back();
      const State state = call.state;
      const auto edges = successors_.of(state);
      if (call.next == edges.size()) {
        leave(state);
        continue;
      }
      const State to = graph_.edges()[edges[call.next++]].to;
      if (is_left_out(to)) continue;
      if (order_[to] == kUnknown) {
        enter(to);
      } else if (component_[to] == kUnknown) {
        low_[state] = std::min(low_[state], order_[to]);
      }
    }
  }

  void enter(State state) {
    order_[state] = low_[state] = entered_++;
    open_.push_back(state);
    calls_.push_back({state, 0});
  }

  void leave(State state) {
    calls_.pop_back();
    if (!calls_.empty()) {
      const State caller = calls_.back().state;
      low_[caller] = std::min(low_[caller], low_[state]);
    }
    if (low_[state] != order_[state]) return;
    State member = kUnknown;
    do {
      member = open_.back();
      open_.pop_back();
      component_[member] = closed_;
    } while (member != state);
    ++closed_;
  }

  const StateGraph& graph_;
  const Successors& successors_;
  const std::vector<bool>& left_out_;
  std::vector<std::uint32_t> component_;
  std::vector<std::uint32_t> order_;  // of entering
  std::vector<std::uint32_t> low_;    // the earliest open state within reach
  std::vector<State> open_;           // entered, and in no component yet
  std::vector<Call> calls_;
  std::uint32_t entered_ = 0;
  std::uint32_t closed_ = 0;
};

}  // namespace

Successors::Successors(const StateGraph& graph)
    : first_(graph.states() + 1), order_(graph.edges().size()) {
  for (const StateGraph::Edge& edge : graph.edges()) ++first_[edge.from + std::size_t{1}];
  for (std::size_t i = 1; i < first_.size(); ++i) first_[i] += first_[i - 1];
  end_.assign(first_.begin(), first_.end() - 1);
  for (std::uint32_t i = 0; i < order_.size(); ++i) order_[end_[graph.edges()[i].from]++] = i;
}

std::vector<std::uint32_t> components(const StateGraph& graph, const Successors& successors,
                                      const std::vector<bool>& left_out) {
  return Tarjan(graph, successors, left_out).run();
}

}  // namespace heddle::search
