// Strongly connected components of a state graph (Tarjan), without recursion.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "search/liveness/state_graph.hpp"

namespace heddle::search {

// The edges of a graph, by the state that they leave.
class Successors {
 public:
  explicit Successors(const StateGraph& graph);

  // Indices of edges.
  std::span<const std::uint32_t> of(StateGraph::State state) const {
    return {order_.data() + first_[state], end_[state] - first_[state]};
  }

  // Leaves out the edges of a state for which `is_unwanted` holds.  Returns whether there were any.
  template <typename Predicate>
  bool remove(StateGraph::State state, Predicate is_unwanted) {
    const auto begin = order_.begin() + first_[state];
    const auto end = order_.begin() + end_[state];
    end_[state] =
        static_cast<std::uint32_t>(std::remove_if(begin, end, is_unwanted) - order_.begin());
    return order_.begin() + end_[state] != end;
  }

 private:
  std::vector<std::uint32_t> first_;  // by state; one more at the end
  std::vector<std::uint32_t> end_;    // by state
  std::vector<std::uint32_t> order_;
};

// The component of a state that was left out.
inline constexpr std::uint32_t kNoComponent = ~std::uint32_t{0};

// The number of each state's component in the graph without the states that are left out; an empty
// list leaves none out.
std::vector<std::uint32_t> components(const StateGraph& graph, const Successors& successors,
                                      const std::vector<bool>& left_out = {});

}  // namespace heddle::search
