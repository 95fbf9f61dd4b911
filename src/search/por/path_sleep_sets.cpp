#include "search/por/path_sleep_sets.hpp"

#include <algorithm>

#include "core/check.hpp"
#include "search/por/planned_step.hpp"

namespace heddle::search {

SleepSet PathSleepSets::asleep() const {
  SleepSet set = 0;
  for (std::uint32_t i = nodes_.back().first; i < nodes_.back().end; ++i) {
    set |= bit_of(sleeping_[i].thread);
  }
  return set;
}

void PathSleepSets::keep(SleepSet asleep) {
  const auto wakes = [&](const SleepingStep& sleeper) {
    return (asleep & bit_of(sleeper.thread)) == 0;
  };
  sleeping_.erase(std::remove_if(sleeping_.begin() + nodes_.back().first, sleeping_.end(), wakes),
                  sleeping_.end());
  nodes_.back().end = static_cast<std::uint32_t>(sleeping_.size());
}

void PathSleepSets::stepping(const Path& path, Decision decision) {
  HEDDLE_CHECK(nodes_.size() == path.depth() + std::size_t{1},
               "the sleep set is out of step with the path");
  announced_.stepping(path, decision);
  const ThreadView& mover = *path.view().threads.find(decision.thread);
  // The variables that an action accesses decide which alternatives it has.
  may_change_ = mover.next.kind == OpKind::action ? mover.alternatives > 1
                                                  : has_alternatives(mover.next.kind);
  nodes_.back().taken.thread = decision.thread;
}

// A step that may have done more than is known, or that lets time pass, comes before or after
// everything else; and so does the end of a run, for those that could still move.
bool PathSleepSets::touches_all(const StateView& view) const {
  return announced_.passes_time() || view.verdict != Verdict::running ||
         (view.relations != nullptr && view.relations->did_more());
}

// Stores the accesses of the step: those of its operation and its side effects.
void PathSleepSets::add_footprint(const StateView& view) {
  SleepingStep& taken = nodes_.back().taken;
  taken.first = static_cast<std::uint32_t>(accesses_.size());
  accesses_.insert(accesses_.end(), announced_.all().begin(), announced_.all().end());
  if (view.relations != nullptr) {
    for (const SideEffect& side_effect : view.relations->side_effects()) {
      if (side_effect.kind == SideEffect::Kind::access) accesses_.push_back(side_effect.access);
    }
  }
  taken.end = static_cast<std::uint32_t>(accesses_.size());
}

void PathSleepSets::stepped(const Path& path) {
  const StateView& view = path.view();
  announced_.stepped(path);
  add_footprint(view);
  Node& before = nodes_.back();
  const bool touches_all = this->touches_all(view);
  // Which alternatives an operation has may change while it sleeps.
  before.falls_asleep = !touches_all && !may_change_ && bit_of(before.taken.thread) != 0;
  Node here;
  here.first = static_cast<std::uint32_t>(sleeping_.size());
  for (std::uint32_t i = before.first; i < before.end && !touches_all; ++i) {
    const SleepingStep sleeper = sleeping_[i];
    if (!dependent(accesses_of(sleeper), accesses_of(before.taken))) sleeping_.push_back(sleeper);
  }
  here.end = static_cast<std::uint32_t>(sleeping_.size());
  nodes_.push_back(here);
}

// The search never comes back to a state but when it has explored what it took there last.
void PathSleepSets::rewound(const Path& path) {
  announced_.rewound(path);
  if (nodes_.size() <= path.depth() + std::size_t{1}) return;
  nodes_.resize(path.depth() + std::size_t{1});
  Node& here = nodes_.back();
  sleeping_.resize(here.end);
  accesses_.resize(here.falls_asleep ? here.taken.end : here.taken.first);
  if (!here.falls_asleep) return;
  sleeping_.push_back(here.taken);
  ++here.end;
}

}  // namespace heddle::search
