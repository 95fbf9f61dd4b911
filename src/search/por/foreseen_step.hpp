// The step that a choice would be, as far as the state before it tells.
#pragma once

#include "search/por/causality.hpp"
#include "search/por/planned_step.hpp"

namespace heddle::search {

// Whomever it may wake.  Whether it will do more than its operation says is not known.
// REQUIRES: `view` is of the path's present state, and offers the decision.
CausalStep foreseen_step(Causality& causality, const StateView& view, Decision decision);

}  // namespace heddle::search
