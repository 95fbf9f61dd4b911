#include "search/analysis/stepping_aside.hpp"

#include <set>

#include "core/check.hpp"

namespace heddle::search {
namespace {

bool is_wait(OpKind kind) {
  return kind == OpKind::mutex_lock || kind == OpKind::rwlock_rdlock ||
         kind == OpKind::rwlock_wrlock;
}

bool is_trial(OpKind kind) {
  return kind == OpKind::mutex_trylock || kind == OpKind::rwlock_tryrdlock ||
         kind == OpKind::rwlock_trywrlock;
}

bool is_unlock(OpKind kind) {
  return kind == OpKind::mutex_unlock || kind == OpKind::rwlock_unlock;
}

// One thread's steps, after the last of which the first one follows.
bool only_steps_aside(const std::vector<LoopStep>& steps) {
  bool fails = false;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const LoopStep& step = steps[i];
    const bool locks = is_wait(step.kind) || is_trial(step.kind) || is_unlock(step.kind);
    if (!locks && step.kind != OpKind::yield) return false;
    if (!is_trial(step.kind)) continue;
    const auto after = [&](std::size_t distance) { return steps[(i + distance) % steps.size()]; };
    // With success, and on to the next one.
    if (is_trial(after(1).kind)) continue;
    std::size_t distance = 1;
    while (distance < steps.size() && !is_wait(after(distance).kind)) {
      if (is_trial(after(distance).kind) || after(distance).object == step.object) return false;
      ++distance;
    }
    if (!is_wait(after(distance).kind) || after(distance).object != step.object) return false;
    fails = true;
  }
  return fails;
}

}  // namespace

bool steps_aside(std::span<const LoopStep> loop) {
  std::set<ThreadId> seen;
  for (const LoopStep& first : loop) {
    if (!seen.insert(first.thread).second) continue;
    std::vector<LoopStep> own;
    for (const LoopStep& step : loop) {
      if (step.thread == first.thread) own.push_back(step);
    }
    if (only_steps_aside(own)) return true;
  }
  return false;
}

std::vector<LoopStep> loop_steps(System& system, const Livelock& livelock) {
  std::vector<LoopStep> steps;
  for (std::size_t i = 0; i < livelock.schedule.size(); ++i) {
    const Decision decision = livelock.schedule[i];
    const ThreadView* const mover = system.view().find(decision.thread);
    HEDDLE_CHECK(mover != nullptr, "a loop that the program cannot follow");
    if (i >= livelock.cycle_begin) {
      steps.push_back({decision.thread, mover->next.kind, mover->next.object});
    }
    system.step(decision);
  }
  return steps;
}

}  // namespace heddle::search
