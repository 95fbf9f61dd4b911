#include "search/analysis/fair_cycle.hpp"

#include "core/check.hpp"
#include "search/analysis/livelock.hpp"

namespace heddle::search {

std::optional<Failure> FairCycle::revisited(const Path& path) {
  catch_up(path);
  const std::optional<std::uint32_t> found = passed_.find(path.fingerprint());
  if (!found) return std::nullopt;
  ++cycles_closed_;
  const std::uint32_t begin = *found;
  HEDDLE_CHECK(left_.size() == path.depth(), "loops are judged out of step with the path");
  LoopSoFar loop;
  std::vector<LoopStep> steps;
  for (std::uint32_t depth = begin; depth < path.depth(); ++depth) {
    loop.visit(left_[depth].enabled, left_[depth].waking);
    loop.moved |= moved_by(path.decision(depth).thread);
    steps.push_back(left_[depth].by);
  }
  if (!loop.is_fair() || steps_aside(steps)) return std::nullopt;
  return failure(Livelock{path.schedule(), begin, (loop.ever & ~loop.moved) != 0});
}

void FairCycle::stepping(const Path& path, Decision decision) {
  HEDDLE_CHECK(left_.size() == path.depth(), "loops are judged out of step with the path");
  Left& left = left_.emplace_back();
  for (const ThreadView& thread : path.view().threads) {
    if (thread.id == decision.thread) left.by = {thread.id, thread.next.kind, thread.next.object};
    if (!thread.enabled()) continue;
    left.enabled |= set_of(thread.id);
    if (thread.next.kind == OpKind::sleep) left.waking |= set_of(thread.id);
  }
}

void FairCycle::rewound(const Path& path) {
  left_.resize(path.depth());
  while (passed_.size() > path.depth()) passed_.pop();
}

// Brings the index up to the states that were left; only those can be closed a loop with.  Every
// state is added at most once while the path passes through it.
void FairCycle::catch_up(const Path& path) {
  while (passed_.size() < path.depth()) {
    passed_.push(path.fingerprint(static_cast<std::uint32_t>(passed_.size())));
  }
}

}  // namespace heddle::search
