// Strongly connected components of a state graph (Tarjan), without recursion.
#pragma once

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
    return {order_.data() + first_[state], first_[state + 1] - first_[state]};
  }

 private:
  std::vector<std::uint32_t> first_;  // by state; one more at the end
  std::vector<std::uint32_t> order_;
};

// The component of a state that was left out.
inline constexpr std::uint32_t kNoComponent = ~std::uint32_t{0};

// The number of each state's component in the graph without the states that are left out; an empty
// list leaves none out.
std::vector<std::uint32_t> components(const StateGraph& graph, const Successors& successors,
                                      const std::vector<bool>& left_out = {});

}  // namespace heddle::search
