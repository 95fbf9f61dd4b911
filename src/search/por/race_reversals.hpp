// Walks over the races of a run that are news: those of its new steps, those of threads that could
// not go on, and those of steps that the step limit cut off.
#pragma once

#include <span>

#include "search/por/causality.hpp"
#include "search/por/planned_step.hpp"
#include "search/por/races.hpp"

namespace heddle::search {

// Calls reverse(race, end, later): the later step came, or would have come, after `end` steps.
// An action may access other variables in another place, where other guards hold.  So it is taken
// to depend on all steps there.
template <typename Reverse>
void for_each_race(Causality& causality, std::uint32_t first_new, std::span<const LeftThread> left,
                   Reverse reverse) {
  Races races(causality);
  for (std::uint32_t depth = first_new; depth < causality.size(); ++depth) {
    for (const Race& race : races.of_step(depth)) {
      PlannedStep later = planned_elsewhere(causality.step(depth));
      // Taken first, it may find other waiters to choose from.
      // In another place it may end the run.
      const OpKind kind = causality.step(depth).operation.kind;
      later.with_all |= causality.has_ended_runs() || kind == OpKind::action;
      if (race.by_object && has_alternatives(kind)) later.alternative = kAnyAlternative;
      reverse(race, depth, later);
    }
  }
  const bool was_ended = causality.left_at() < causality.size();
  for (const LeftThread& thread : left) {
    const bool chooses = has_alternatives(thread.view.next.kind);
    const bool is_action = thread.view.next.kind == OpKind::action;
    PlannedStep later{thread.view.id,
                      chooses ? kAnyAlternative : std::uint16_t{0},
                      causality.has_ended_runs() || is_action,
                      {}};
    add_accesses(thread.view.id, thread.view.next, {}, later.accesses);
    if (thread.view.enabled()) {
      if (was_ended) reverse(Race{causality.left_at()}, causality.size(), later);
      if (!causality.was_cut()) continue;
      for (const Race& race : races.of_cut_off(thread, later.accesses)) {
        reverse(race, causality.size(), later);
      }
      continue;
    }
    for (const Race& race : races.of_blocked(thread, later.accesses)) {
      reverse(race, causality.left_at(), later);
    }
  }
}

}  // namespace heddle::search
