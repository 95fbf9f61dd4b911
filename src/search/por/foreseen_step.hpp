// Predicts the step of a choice from the state before it.
#pragma once

#include "search/por/causality.hpp"
#include "search/por/planned_step.hpp"

namespace heddle::search {

// Returns the step of the decision; it may wake any waiter.  Side effects beyond its operation are
// not predicted.  REQUIRES: `view` is of the path's present state, and offers the decision.
CausalStep foreseen_step(Causality& causality, const StateView& view, Decision decision);

}  // namespace heddle::search
