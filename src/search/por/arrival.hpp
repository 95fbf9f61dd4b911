// Reports a state that the path reached for the first time to a reduction.
#pragma once

#include <span>
#include <vector>

#include "search/engine/choice.hpp"
#include "search/engine/path.hpp"
#include "search/por/reduction.hpp"

namespace heddle::search {

// Appends the node of the path's present state and reports it to the reduction.  Steps asleep
// before the last step stay asleep unless it wakes them.  `blocked` receives the threads that are
// blocked there.  REQUIRES: `nodes` belong to the states before, and the causality contains the
// steps to here.
void arrive(const Path& path, std::span<const Choice> choices, Reduction& reduction,
            Causality& causality, std::vector<ReductionNode>& nodes,
            std::vector<LeftThread>& blocked);

}  // namespace heddle::search
