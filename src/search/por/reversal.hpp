// The steps that lead from the state before the earlier step of a race to one in which the later
// step was taken first: everything in between that does not follow from the earlier step, and then
// the later step.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "search/por/causality.hpp"
#include "search/por/planned_step.hpp"
#include "search/por/races.hpp"

namespace heddle::search {

using Reversal = std::vector<PlannedStep>;

// Up to the step at depth `end`, which is not included.  Where the earlier step ended the run, it
// is put at the end: only so does the sequence stand for a run that ends there.
Reversal reversal(const Causality& causality, const Race& race, std::uint32_t end,
                  PlannedStep later);

// Leaves only the steps that the last one depends on, and that one.
void keep_causes(Reversal& sequence);

// Whether no step before that one in the sequence conflicts with it.
bool is_initial(std::span<const PlannedStep> sequence, std::size_t position);

// Whether the step limit has cut executions of the search.
enum class StepLimit : std::uint8_t { never_reached, has_cut };

// Returns whether a run that takes the sequence could take `step` first: it is the thread's first
// step there and comes before nothing that it conflicts with, or it is not there and conflicts with
// nothing.  A step that is not there may push the end of the sequence over a step limit.
bool may_begin(const PlannedStep& step, std::span<const PlannedStep> sequence,
               StepLimit limit = StepLimit::never_reached);

// The position of the thread's first step; the size when there is none.
std::size_t first_of(std::span<const PlannedStep> sequence, ThreadId thread);

// The threads whose first step could begin the sequence.
std::vector<ThreadId> initials(std::span<const PlannedStep> sequence);

}  // namespace heddle::search
