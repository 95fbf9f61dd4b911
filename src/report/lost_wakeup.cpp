#include "report/lost_wakeup.hpp"

namespace heddle::report {
namespace {

// Returns whether a thread that does not wait misses the notification: one for all threads, or one
// that no thread received.
bool can_be_missed(const trace::Step& step) {
  const OpKind kind = step.operation.kind;
  return kind == OpKind::cond_broadcast || (kind == OpKind::cond_signal && step.other == kNoThread);
}

}  // namespace

std::vector<LostWakeup> find_lost_wakeups(const trace::Trace& trace) {
  std::vector<LostWakeup> found;
  for (const trace::Blocked& blocked : trace.blocked) {
    if (blocked.operation.kind != OpKind::cond_wake) continue;
    const std::size_t none = trace.steps.size();
    std::size_t missed = none;
    bool waits = false;
    for (std::size_t i = 0; i < trace.steps.size(); ++i) {
      const trace::Step& step = trace.steps[i];
      if (step.operation.object != blocked.operation.object) continue;
      if (step.thread != blocked.thread) {
        if (can_be_missed(step) && !waits) missed = i;
      } else if (step.operation.kind == OpKind::cond_wait) {
        waits = true;
      } else if (step.operation.kind == OpKind::cond_wake) {
        waits = false;
        missed = none;
      }
    }
    if (missed != none) found.push_back({missed, blocked.thread});
  }
  return found;
}

}  // namespace heddle::report
