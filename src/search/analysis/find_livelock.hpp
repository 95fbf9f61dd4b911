// Finds a livelock among all states that a search has met, whichever way it went through them.
#pragma once

#include <optional>

#include "search/analysis/livelock.hpp"
#include "search/analysis/state_graph.hpp"

namespace heddle::search {

// One that is reached early.  Absent: there is none in this graph; if the graph has every state and
// step of the program, the program has none.
std::optional<Livelock> find_livelock(const StateGraph& graph);

}  // namespace heddle::search
