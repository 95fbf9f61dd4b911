#include "search/por/races.hpp"

#include <algorithm>
#include <limits>

namespace heddle::search {
namespace {

constexpr std::size_t kNoStep = std::numeric_limits<std::size_t>::max();

bool modes_conflict(AccessMode a, AccessMode b) {
  return a == AccessMode::write || b == AccessMode::write;
}

// How many more readers the lock has after the step: one, none or one less.
int readers_added(const CausalStep& step, const ObjectState& before) {
  switch (step.operation.kind) {
    case OpKind::rwlock_rdlock:
      return 1;
    case OpKind::rwlock_tryrdlock:
      return before.kind == ObjectState::Kind::held ? 0 : 1;
    case OpKind::rwlock_unlock:
      return -1;
    default:
      return 0;  // not known of one with a time limit, which comes before or after everything else
  }
}

// Returns the place of the first use at the step or later.
std::size_t first_use(std::span<const Causality::Use> uses, std::uint32_t step) {
  const auto found =
      std::lower_bound(uses.begin(), uses.end(), step,
                       [](const Causality::Use& use, std::uint32_t at) { return use.step < at; });
  return static_cast<std::size_t>(found - uses.begin());
}

}  // namespace

std::span<const Race> Races::of_step(std::uint32_t depth) {
  const CausalStep& step = causality_.step(depth);
  races_.clear();
  look({step.thread, &step.operation, step.accesses, step.with_all, step.passes_time, depth,
        &step.before, &step});
  return races_;
}

std::span<const Race> Races::of_blocked(const LeftThread& thread,
                                        std::span<const Access> accesses) {
  races_.clear();
  // While the token is missing nothing else stands in the way of the wake-up; and what could have
  // brought the token races with the beginning of the wait.
  if (is_wake_up(thread.view.next.kind) && !thread.has_token) return races_;
  // A thread that spins knows all that was written to what it looked at: nothing was since.
  if (is_memory_access(thread.view.next.kind)) return races_;
  look({thread.view.id, &thread.view.next, accesses, false, false, causality_.left_at(),
        &causality_.knowledge(thread.view.id), nullptr});
  return races_;
}

std::span<const Race> Races::of_cut_off(const LeftThread& thread,
                                        std::span<const Access> accesses) {
  races_.clear();
  const ClockVector& knows = causality_.knowledge(thread.view.id);
  look({thread.view.id, &thread.view.next, accesses, false, false, causality_.size(), &knows,
        nullptr});
  for (std::uint32_t step = causality_.size(); step-- > 0;) {
    const bool is_known =
        causality_.step(step).thread == thread.view.id || causality_.knows(knows, step);
    if (!is_known && is_last(step)) add({step, true, false});
  }
  return races_;
}

// Returns whether no later step happened after this one.
bool Races::is_last(std::uint32_t step) const {
  for (std::uint32_t later = step + 1; later < causality_.size(); ++later) {
    if (causality_.happened_before(step, later)) return false;
  }
  return true;
}

void Races::look(const Later& later) {
  if (!later.with_all) {
    for (std::size_t i = 0; i < later.accesses.size(); ++i) look_at_object(later, i);
  }
  look_at_all(later);
}

// The uses of an object before the step that the mover does not know of, the latest first.
void Races::collect_uses(const Later& later, std::size_t number,
                         std::vector<Causality::Use>& into) {
  into.clear();
  const Access& access = later.accesses[number];
  const ClockVector& knows = later.known_at(number);
  const std::uint32_t object = causality_.number(access);
  const auto collect = [&](std::uint32_t used) {
    const std::span<const Causality::Use> uses = causality_.uses(used);
    for (std::size_t end = first_use(uses, later.at); end > 0;) {
      // Reads do not conflict with reads.
      if (access.mode == AccessMode::read) end = uses[end - 1].writes_end;
      if (end == 0) return;
      const Causality::Use& use = uses[--end];
      const bool known = causality_.knows(knows, use.step);
      if (known && use.mode == AccessMode::write) return;
      if (!known && modes_conflict(use.mode, access.mode)) into.push_back(use);
    }
  };
  collect(object);
  const std::size_t own = into.size();
  for (const std::uint32_t other : causality_.overlapping(object)) collect(other);
  if (into.size() == own) return;
  std::sort(into.begin(), into.end(), [](const auto& a, const auto& b) { return a.step > b.step; });
}

// Returns whether the objects of the later step's operation would enable it without step `without`
// and all steps that happened after it.  Uses of an exclusive object are totally ordered, so the
// removed uses are the last ones.  The object state before the first of them is the one to test.
bool Races::passes_without(const Later& later, std::uint32_t without) {
  const std::size_t announced =
      later.step == nullptr ? later.accesses.size() : later.step->announced;
  for (std::size_t i = 0; i < announced; ++i) {
    const Access& access = later.accesses[i];
    const std::span<const Causality::Use> uses = causality_.uses(causality_.number(access));
    for (const Causality::Use& use : uses.subspan(first_use(uses, without))) {
      if (use.step >= later.at) break;
      if (use.step != without && !causality_.happened_before(without, use.step)) continue;
      const CausalStep& first = causality_.step(use.step);
      for (std::size_t j = 0; j < first.announced; ++j) {
        if (first.accesses[j].object != access.object) continue;
        if (!admits(first.object_states[j], later.thread, *later.operation)) return false;
      }
      break;
    }
  }
  return true;
}

// Returns whether the step may be disabled before a step that it races with, and enabled still
// earlier.  Object states do not describe guards, so no race hides an earlier one.
bool Races::is_guarded(const Later& later) { return later.operation->kind == OpKind::action; }

// Collects the steps that the later one depends on through anything but access `except`, and that
// it could have come before.  Other steps hide no race with still earlier ones: for example, steps
// inside a critical section that the later step enters.
void Races::collect_others(const Later& later, std::size_t except) {
  others_.clear();
  if (is_guarded(later)) return;
  for (std::size_t i = 0; i < later.accesses.size(); ++i) {
    if (i == except) continue;
    collect_uses(later, i, uses_);
    for (const Causality::Use& use : uses_) {
      if (passes_without(later, use.step)) others_.push_back(use.step);
    }
  }
  if (except == kNoStep) return;
  const std::span<const std::uint32_t> with_all = causality_.with_all();
  for (std::size_t i = with_all.size(); i-- > 0;) {
    if (with_all[i] >= later.at || !passes_without(later, with_all[i])) continue;
    others_.push_back(with_all[i]);
    return;
  }
}

bool Races::is_covered(std::uint32_t step) const {
  if (causality_.knows(covered_, step)) return true;
  return std::any_of(others_.begin(), others_.end(), [&](std::uint32_t other) {
    return step < other && causality_.happened_before(step, other);
  });
}

// Returns whether a thread that spun would have read a changed value without that step and all
// steps that happened after it.
bool Races::stays_awake(const Later& later, std::uint32_t without) const {
  if (later.step == nullptr || later.step->awaited.empty()) return true;
  const auto shows = [&](std::uint32_t step, const Awaited& awaited) {
    const CausalStep& other = causality_.step(step);
    if (other.thread == later.thread || other.is_idle) return false;
    if (other.wakes_all) return true;
    return std::any_of(other.accesses.begin(), other.accesses.end(),
                       [&](const Access& access) { return dependent(access, awaited.access); });
  };
  for (const Awaited& awaited : later.step->awaited) {
    for (std::uint32_t step = awaited.since + 1; step < later.at; ++step) {
      if (step == without || !shows(step, awaited)) continue;
      if (step < without || !causality_.happened_before(without, step)) return true;
    }
  }
  return false;
}

// Returns whether the lock would have no readers without that step and all steps that happened
// after it.
bool Races::readers_are_gone(const Later& later, const Access& lock, std::uint32_t without) {
  readers_.clear();
  for (const Causality::Use& use : causality_.uses(causality_.number(lock))) {
    if (use.step >= later.at) break;
    if (use.step == without || use.mode == AccessMode::write) continue;
    if (use.step > without && causality_.happened_before(without, use.step)) continue;
    const CausalStep& step = causality_.step(use.step);
    if (readers_.size() <= index(step.thread)) readers_.resize(index(step.thread) + std::size_t{1});
    int& count = readers_[index(step.thread)];
    for (std::size_t i = 0; i < step.announced; ++i) {
      if (step.accesses[i].object != lock.object) continue;
      count = std::max(0, count + readers_added(step, step.object_states[i]));
    }
  }
  return std::all_of(readers_.begin(), readers_.end(), [](int count) { return count == 0; });
}

// Whether every object that both access would have let the later one pass.
bool Races::admits_all(const Later& later, std::uint32_t depth) {
  const CausalStep& earlier = causality_.step(depth);
  if (!stays_awake(later, depth)) return false;
  for (const Access& access : later.accesses) {
    for (std::size_t i = 0; i < earlier.accesses.size(); ++i) {
      if (!dependent(access, earlier.accesses[i])) continue;
      if (access.object == token_of(later.thread) && is_wake_up(later.operation->kind))
        return false;
      const bool is_reader = earlier.accesses[i].mode == AccessMode::read;
      if (is_reader && later.operation->kind == OpKind::rwlock_wrlock) {
        if (!readers_are_gone(later, access, depth)) return false;
        continue;
      }
      if (!admits(earlier.object_states[i], later.thread, *later.operation)) return false;
    }
  }
  return true;
}

void Races::add(Race race) {
  const auto known = std::find_if(races_.begin(), races_.end(),
                                  [&](const Race& other) { return other.step == race.step; });
  if (known == races_.end()) races_.push_back(race);
}

void Races::look_at_object(const Later& later, std::size_t access) {
  collect_others(later, access);
  collect_uses(later, access, uses_);
  covered_ = later.known_at(access);
  for (const Causality::Use& use : uses_) {
    if (is_covered(use.step)) continue;
    if (!admits_all(later, use.step)) continue;
    add({use.step});
    if (is_guarded(later)) continue;
    covered_.join(causality_.step(use.step).clock);
  }
}

// Steps that depend on every other: those that let time pass or end the run.
void Races::look_at_all(const Later& later) {
  collect_others(later, kNoStep);
  covered_ = *later.knows;
  if (!later.with_all && causality_.with_all().empty()) return;
  bool moved = false;  // the later thread, since
  for (std::uint32_t step = later.at; step-- > 0;) {
    const CausalStep& earlier = causality_.step(step);
    moved |= earlier.thread == later.thread;
    const bool depends = later.with_all || earlier.with_all;
    if (earlier.thread != later.thread && depends && !is_covered(step)) {
      look_at_step(later, step, moved);
    }
    // It came after everything before it.  But where it holds what the later one takes, the later
    // one can only come before a still earlier step.
    const bool is_own = earlier.thread == later.thread;
    if (earlier.with_all && (is_own || passes_without(later, step))) return;
  }
}

void Races::look_at_step(const Later& later, std::uint32_t step, bool moved) {
  const CausalStep& earlier = causality_.step(step);
  if (!admits_all(later, step)) return;
  Race race{step, true, dependent(later.accesses, earlier.accesses)};
  if (later.passes_time || earlier.passes_time) {
    const bool enabled = std::find(earlier.enabled.begin(), earlier.enabled.end(), later.thread) !=
                         earlier.enabled.end();
    // Time passes by itself only when no thread is enabled, which was not the case.
    const bool waits_for_time = later.passes_time && later.operation->kind != OpKind::cond_wake;
    if (!moved && !enabled && waits_for_time) return;
    race.certain = !moved && enabled;
    race.by_object = true;
  }
  add(race);
  // A step inside a critical section that the later step enters hides no race with its beginning.
  const bool hides = race.certain && !is_guarded(later) && passes_without(later, step);
  if (hides) covered_.join(earlier.clock);
}

}  // namespace heddle::search
