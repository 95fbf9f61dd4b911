#include "core/stepping_aside.hpp"

#include <algorithm>
#include <map>

namespace heddle {
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

// From one wait for a lock to the last wait for the same one.
std::vector<LoopStep> whole_rounds(const std::vector<LoopStep>& steps) {
  const auto waits = [](const LoopStep& step) { return is_wait(step.kind); };
  const auto begin = std::find_if(steps.begin(), steps.end(), waits);
  if (begin == steps.end()) return {};
  const auto end = std::find_if(steps.rbegin(), steps.rend(), [&](const LoopStep& step) {
    return waits(step) && step.object == begin->object;
  });
  return {begin, std::prev(end.base())};
}

// The steps of each thread.
std::map<ThreadId, std::vector<LoopStep>> by_thread(std::span<const LoopStep> steps) {
  std::map<ThreadId, std::vector<LoopStep>> threads;
  for (const LoopStep& step : steps) threads[step.thread].push_back(step);
  return threads;
}

}  // namespace

bool steps_aside(std::span<const LoopStep> loop) {
  const auto threads = by_thread(loop);
  return std::any_of(threads.begin(), threads.end(),
                     [](const auto& thread) { return only_steps_aside(thread.second); });
}

bool keeps_stepping_aside(std::span<const LoopStep> steps) {
  const auto threads = by_thread(steps);
  return std::any_of(threads.begin(), threads.end(), [](const auto& thread) {
    return only_steps_aside(whole_rounds(thread.second));
  });
}

}  // namespace heddle
