#include "search/heuristics/bounded_costs.hpp"

namespace heddle::search {

Cost Preemptions::cost(const Path& path, const Choice& choice) {
  return Cost{so_far()} + (preempts(path, choice.decision.thread) ? 1 : 0);
}

void Preemptions::stepping(const Path& path, Decision decision) {
  counts_.push_back(so_far() + (preempts(path, decision.thread) ? 1 : 0));
}

std::uint64_t Preemptions::context(const Path& path) const {
  const ThreadId turn = holder(path);
  const std::uint64_t count = count_ == BoundCount::is_context ? so_far() : 0;
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

Cost Delays::cost(const Path& path, const Choice& choice) {
  return Cost{so_far()} + passed_over(path, choice.decision.thread);
}

void Delays::stepping(const Path& path, Decision decision) {
  counts_.push_back(so_far() + passed_over(path, decision.thread));
}

std::uint64_t Delays::context(const Path& path) const {
  const std::uint64_t count = count_ == BoundCount::is_context ? so_far() : 0;
  return (count << 16) | (path.last() == kNoThread ? 0 : index(path.last()) + 1U);
}

// The threads that can move and come before the chosen one, from the last one on.  One that yields
// comes last.
std::uint32_t Delays::passed_over(const Path& path, ThreadId chosen) {
  const std::uint32_t last = path.last() == kNoThread ? 0 : index(path.last());
  const auto turn = [&](const ThreadView& thread) {
    const std::uint32_t id = index(thread.id);
    const bool yields = id == last && thread.yielding;
    constexpr std::uint32_t kRound = 1U << 16;
    return id > last || (id == last && !yields) ? id : id + kRound;
  };
  const ThreadView* own = path.view().find(chosen);
  std::uint32_t count = 0;
  for (const ThreadView& thread : path.view().threads) {
    if (thread.enabled() && turn(thread) < turn(*own)) ++count;
  }
  return count;
}

Cost Depth::cost(const Path&, const Choice& choice) { return Cost{choice.depth} + 1; }

Cost Unfairness::cost(const Path& path, const Choice& choice) {
  return fairness_->holds_back(path, choice.decision.thread) ? 1 : 0;
}

}  // namespace heddle::search
