#include "report/lost_wakeup.hpp"

#include <optional>

namespace heddle::report {
namespace {

bool notifies_nobody(const trace::Step& step) {
  const OpKind kind = step.operation.kind;
  return (kind == OpKind::cond_signal || kind == OpKind::cond_broadcast) && step.other == kNoThread;
}

}  // namespace

std::vector<LostWakeup> find_lost_wakeups(const trace::Trace& trace) {
  std::vector<LostWakeup> found;
  for (const trace::Blocked& blocked : trace.blocked) {
    if (blocked.operation.kind != OpKind::cond_wake) continue;
    std::optional<std::size_t> last;
    // Before it began to wait for the last time.  A thread that is alone takes no step for that.
    std::optional<std::size_t> in_time;
    bool waits = false;
    for (std::size_t i = 0; i < trace.steps.size(); ++i) {
      const trace::Step& step = trace.steps[i];
      if (step.operation.object != blocked.operation.object) continue;
      if (notifies_nobody(step) && step.thread != blocked.thread) last = i;
      if (step.thread != blocked.thread || step.operation.kind != OpKind::cond_wait) continue;
      waits = true;
      in_time = last;
    }
    if (!waits) in_time = last;
    if (in_time) found.push_back({*in_time, blocked.thread});
  }
  return found;
}

}  // namespace heddle::report
