#include "search/rank/preemptions.hpp"

namespace heddle::search {

Cost Preemptions::cost(const Path& path, const Choice& choice) {
  return Cost{so_far()} + (preempts(path, choice.decision.thread) ? 1 : 0);
}

void Preemptions::stepping(const Path& path, Decision decision) {
  counts_.push_back(so_far() + (preempts(path, decision.thread) ? 1 : 0));
}

bool Preemptions::preempts(const Path& path, ThreadId chosen) const {
  const ThreadId last = path.last();
  if (last == chosen || last == kNoThread) return false;
  const ThreadView* thread = path.view().find(last);
  if (thread == nullptr || !thread->enabled() || thread->yielding) return false;
  return fairness_ == nullptr || !fairness_->holds_back(path, last);
}

}  // namespace heddle::search
