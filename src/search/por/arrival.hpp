// A state that the path has reached for the first time, made known to a reduction.
#pragma once

#include <span>
#include <vector>

#include "search/engine/choice.hpp"
#include "search/engine/path.hpp"
#include "search/por/reduction.hpp"

namespace heddle::search {

// Appends the node of the path's present state, in which those sleep on that the last step does not
// wake, and tells the reduction; `blocked` becomes the threads that cannot move there.
// REQUIRES: `nodes` are those of the states before, and the causality knows the steps to here.
void arrive(const Path& path, std::span<const Choice> choices, Reduction& reduction,
            Causality& causality, std::vector<ReductionNode>& nodes,
            std::vector<LeftThread>& blocked);

}  // namespace heddle::search
