// Sequences of steps that are to be taken from a state, as an ordered tree without two branches
// that begin equivalent runs (Abdulla, Aronis, Jonsson, Sagonas, "Source sets", JACM 2017).
#pragma once

#include <vector>

#include "search/por/planned_step.hpp"
#include "search/por/reversal.hpp"

namespace heddle::search {

struct WakeupTree {
  PlannedStep step;          // that leads here; meaningless at the root
  bool in_progress = false;  // being explored: it takes nothing in any more
  std::vector<WakeupTree> children;
};

// Adds the sequence unless a branch covers it already: one that leads to a leaf, below which
// everything is explored, by steps that could begin the sequence or are independent of it.  Under a
// step limit that has cut executions, an independent step that the sequence lacks takes a place
// below the limit, so such a branch covers nothing.
void insert(WakeupTree& into, Reversal sequence, StepLimit limit = StepLimit::never_reached);

}  // namespace heddle::search
