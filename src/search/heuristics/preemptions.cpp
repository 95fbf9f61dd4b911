#include "search/heuristics/preemptions.hpp"

namespace heddle::search {

Cost Preemptions::cost(const Path& path, const Choice& choice) {
  return Cost{so_far()} + (preempts(path, choice.decision.thread) ? 1 : 0);
}

void Preemptions::stepping(const Path& path, Decision decision) {
  counts_.push_back(so_far() + (preempts(path, decision.thread) ? 1 : 0));
}

std::uint64_t Preemptions::context(const Path& path) const {
  const ThreadId turn = holder(path);
  const std::uint64_t count = count_ == Count::is_context ? so_far() : 0;
  // 0: no holder and no count.
  return (count << 16) | (turn == kNoThread ? 0 : index(turn) + 1U);
}

ThreadId Preemptions::holder(const Path& path) const {
  const ThreadId last = path.last();
  if (last == kNoThread) return kNoThread;
  const ThreadView* thread = path.view().find(last);
  if (thread == nullptr || !thread->enabled() || thread->yielding) return kNoThread;
  const bool held_back = fairness_ != nullptr && fairness_->holds_back(path, last);
  return held_back ? kNoThread : last;
}

bool Preemptions::preempts(const Path& path, ThreadId chosen) const {
  if (path.last() == chosen) return false;
  return holder(path) != kNoThread;
}

}  // namespace heddle::search
