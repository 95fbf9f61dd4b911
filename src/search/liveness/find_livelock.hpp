// Finds a livelock among all states that a search has visited, whichever way it went through them.
#pragma once

#include <functional>
#include <optional>

#include "search/liveness/livelock.hpp"
#include "search/liveness/state_graph.hpp"

namespace heddle::search {

// Returns one that is reached early and is not excused.  Absent: there is none in this graph; if
// the graph has every state and step of the program, the program has none.  A cycle that is excused
// stands for all of its fair component.
std::optional<Livelock> find_livelock(
    const StateGraph& graph, const std::function<bool(const Livelock&)>& is_excused = nullptr);

}  // namespace heddle::search
