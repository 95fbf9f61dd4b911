#include "search/analysis/fair_cycle.hpp"

#include "core/check.hpp"
#include "search/analysis/livelock.hpp"

namespace heddle::search {

// Nothing has the fingerprint of nothing, see catch_up.
FairCycle::FairCycle() { depth_of_.set_deleted_key({}); }

std::optional<Failure> FairCycle::revisited(const Path& path) {
  catch_up(path);
  const auto found = depth_of_.find(WideKey::of(path.fingerprint()));
  if (found == depth_of_.end()) return std::nullopt;
  ++cycles_closed_;
  const std::uint32_t begin = found->second;
  HEDDLE_CHECK(enabled_.size() == path.depth(), "loops are judged out of step with the path");
  LoopSoFar loop;
  for (std::uint32_t depth = begin; depth < path.depth(); ++depth) {
    loop.visit(enabled_[depth]);
    loop.moved |= moved_by(path.decision(depth).thread);
  }
  if (!loop.is_fair()) return std::nullopt;
  return failure(Livelock{path.schedule(), begin, (loop.ever & ~loop.moved) != 0});
}

void FairCycle::stepping(const Path& path, Decision) {
  HEDDLE_CHECK(enabled_.size() == path.depth(), "loops are judged out of step with the path");
  enabled_.push_back(enabled_threads(path.view()));
}

void FairCycle::rewound(const Path& path) {
  enabled_.resize(path.depth());
  forget_from(path.depth());
}

// Brings the index up to the states that were left; only those can be closed a loop with.  Every
// state is added at most once while the path passes through it.
void FairCycle::catch_up(const Path& path) {
  while (known_.size() < path.depth()) {
    const auto depth = static_cast<std::uint32_t>(known_.size());
    const Fingerprint& state = path.fingerprint(depth);
    known_.push_back(state);
    // A state passed on the way to another is not known by anything.
    if (state != Fingerprint{}) depth_of_.insert({WideKey::of(state), depth});
  }
}

void FairCycle::forget_from(std::size_t depth) {
  for (; known_.size() > depth; known_.pop_back()) {
    const auto found = depth_of_.find(WideKey::of(known_.back()));
    // Where a state is on the path more than once, the first of them stays.
    if (found != depth_of_.end() && found->second == known_.size() - 1) depth_of_.erase(found);
  }
}

}  // namespace heddle::search
