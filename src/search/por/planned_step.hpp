// A step that is known without being taken: it was taken from an equivalent state before.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "core/decision.hpp"
#include "core/dependence.hpp"
#include "search/por/causality.hpp"

namespace heddle::search {

// For PlannedStep::alternative: each of those that the state will offer.
inline constexpr std::uint16_t kAnyAlternative = std::numeric_limits<std::uint16_t>::max();

// May be performed in several ways, depending on the state.
constexpr bool has_alternatives(OpKind kind) {
  return kind == OpKind::cond_signal || kind == OpKind::futex_wake ||
         kind == OpKind::futex_requeue || kind == OpKind::choose || kind == OpKind::process_fork ||
         kind == OpKind::action || kind == OpKind::sleep || kind == OpKind::thread_join ||
         is_wake_up(kind) || is_timed_attempt(kind);
}

struct PlannedStep {
  ThreadId thread = kNoThread;
  std::uint16_t alternative = 0;
  bool with_all = false;
  std::vector<Access> accesses;
};

inline PlannedStep planned(const CausalStep& step) {
  return {step.thread, step.alternative, step.with_all, step.accesses};
}

// The same step in another place, where it may write what it only read.
inline PlannedStep planned_elsewhere(const CausalStep& step) {
  PlannedStep result = planned(step);
  if (step.only_read) result.accesses.front().mode = AccessMode::write;
  return result;
}

// Whether their order matters.
inline bool conflict(const PlannedStep& a, const PlannedStep& b) {
  return a.thread == b.thread || a.with_all || b.with_all || dependent(a.accesses, b.accesses);
}

inline bool conflict(const PlannedStep& a, const CausalStep& b) {
  return a.thread == b.thread || a.with_all || b.with_all || dependent(a.accesses, b.accesses);
}

}  // namespace heddle::search
