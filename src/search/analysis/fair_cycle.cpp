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
  HEDDLE_CHECK(enabled_.size() == path.depth(), "loops are judged out of step with the path");
  LoopSoFar loop;
  for (std::uint32_t depth = begin; depth < path.depth(); ++depth) {
    loop.visit(enabled_[depth], waking_[depth]);
    loop.moved |= moved_by(path.decision(depth).thread);
  }
  if (!loop.is_fair() || steps_aside(std::span(steps_).subspan(begin))) return std::nullopt;
  return failure(Livelock{path.schedule(), begin, (loop.ever & ~loop.moved) != 0});
}

void FairCycle::stepping(const Path& path, Decision decision) {
  HEDDLE_CHECK(enabled_.size() == path.depth(), "loops are judged out of step with the path");
  enabled_.push_back(enabled_threads(path.view()));
  waking_.push_back(waking_threads(path.view()));
  const Operation& next = path.view().find(decision.thread)->next;
  steps_.push_back({decision.thread, next.kind, next.object});
}

void FairCycle::rewound(const Path& path) {
  enabled_.resize(path.depth());
  waking_.resize(path.depth());
  steps_.resize(path.depth());
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
