#include "search/heuristics/backtrack_points.hpp"

#include <algorithm>

#include "search/por/race_reversals.hpp"
#include "search/por/reversal.hpp"

namespace heddle::search {
namespace {

std::uint64_t key(std::uint32_t depth, ThreadId thread) {
  return (std::uint64_t{depth} << 16) | index(thread);
}

bool contains(const std::vector<ThreadId>& threads, ThreadId thread) {
  return std::find(threads.begin(), threads.end(), thread) != threads.end();
}

}  // namespace

void BacktrackPoints::find(std::uint32_t first_new) {
  points_.clear();
  for_each_race(*causality_, first_new, causality_->left(),
                [&](const Race& race, std::uint32_t end, const PlannedStep& later) {
                  add_reversal(race, end, later);
                });
  for (std::uint32_t depth = first_new; depth < causality_->size(); ++depth) {
    const CausalStep& step = causality_->step(depth);
    add_last_conflict(step.thread, step.accesses, step.before, depth);
  }
  for (const LeftThread& thread : causality_->left()) {
    std::vector<Access> accesses;
    add_accesses(thread.view.id, thread.view.next, {}, accesses);
    add_last_conflict(thread.view.id, accesses, causality_->knowledge(thread.view.id),
                      causality_->left_at());
  }
}

BacktrackPoints::Kind BacktrackPoints::kind(const Choice& choice) const {
  const auto point = points_.find(key(choice.depth, choice.decision.thread));
  return point == points_.end() ? Kind::none : point->second;
}

void BacktrackPoints::add_reversal(const Race& race, std::uint32_t end, const PlannedStep& later) {
  const std::vector<ThreadId>& enabled = causality_->step(race.step).enabled;
  if (!race.certain) return add_all(race.step);
  if (contains(enabled, later.thread)) return add(race.step, later.thread, Kind::reversal);
  Reversal sequence = reversal(*causality_, race, end, later);
  keep_causes(sequence);
  bool found = false;
  for (const ThreadId thread : initials(sequence)) {
    if (!contains(enabled, thread)) continue;
    add(race.step, thread, Kind::reversal);
    found = true;
  }
  if (!found) add_all(race.step);
}

// The last step of another that conflicts, whether or not the thread could have moved there.
void BacktrackPoints::add_last_conflict(ThreadId thread, std::span<const Access> accesses,
                                        const ClockVector& knows, std::uint32_t end) {
  for (const Access& access : accesses) {
    const std::span<const Causality::Use> uses = causality_->uses(causality_->number(access));
    for (std::size_t i = uses.size(); i-- > 0;) {
      const CausalStep& step = causality_->step(uses[i].step);
      const bool conflicts = access.mode == AccessMode::write || uses[i].mode == AccessMode::write;
      if (uses[i].step >= end || step.thread == thread || !conflicts) continue;
      if (!causality_->knows(knows, uses[i].step) && !contains(step.enabled, thread)) {
        add_all(uses[i].step);
      }
      break;
    }
  }
}

void BacktrackPoints::add(std::uint32_t depth, ThreadId thread, Kind kind) {
  const auto [point, is_new] = points_.try_emplace(key(depth, thread), kind);
  if (kind == Kind::reversal) point->second = kind;
}

void BacktrackPoints::add_all(std::uint32_t depth) {
  for (const ThreadId thread : causality_->step(depth).enabled) {
    add(depth, thread, Kind::conservative);
  }
}

}  // namespace heddle::search
