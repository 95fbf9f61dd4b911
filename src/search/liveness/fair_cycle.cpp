#include "search/liveness/fair_cycle.hpp"

#include <algorithm>

#include "core/check.hpp"
#include "search/liveness/livelock.hpp"

namespace heddle::search {

void FairCycle::entered(const Path& path) {
  if (!components_) return;
  const ThreadSet enabled = enabled_threads(path.view());
  components_->enter(path.depth(), path.fingerprint(), enabled, last_step(path),
                     fair_choices(path.view()));
  if (left_.size() == path.depth()) left_.push_back({enabled, {}});
}

std::optional<Failure> FairCycle::revisited(const Path& path) {
  if (components_) components_->meet(path.depth(), path.fingerprint(), last_step(path));
  const std::optional<std::uint32_t> found = find_on_path(path);
  if (!found) return std::nullopt;
  ++cycles_closed_;
  const std::uint32_t begin = *found;
  HEDDLE_CHECK(left_.size() >= path.depth(), "loops are judged out of step with the path");
  LoopSoFar loop;
  std::vector<LoopStep> steps;
  for (std::uint32_t depth = begin; depth < path.depth(); ++depth) {
    if (left_[depth].is_choice) return std::nullopt;
    loop.visit(left_[depth].enabled);
    loop.moved |= moved_by(path.decision(depth).thread);
    steps.push_back(left_[depth].by);
  }
  if (!loop.is_fair() || steps_aside(steps)) return std::nullopt;
  return failure(Livelock{path.schedule(), begin});
}

std::optional<Livelock> FairCycle::take_livelock() {
  return components_ ? components_->take_livelock() : std::nullopt;
}

bool FairCycle::finish() {
  if (components_) components_->finish();
  return components_.has_value();
}

void FairCycle::stepping(const Path& path, Decision decision) {
  const std::size_t depth = path.depth();
  HEDDLE_CHECK(left_.size() == depth || left_.size() == depth + 1,
               "loops are judged out of step with the path");
  // A state that is left once more is what it was.
  if (left_.size() == depth) left_.emplace_back().enabled = enabled_threads(path.view());
  const Operation& next = path.view().threads.next_of(decision.thread);
  left_[depth].by = {decision.thread, next.kind, next.object};
  left_[depth].is_choice =
      is_outer_choice(next.kind) && path.view().find(decision.thread)->alternatives > 1;
}

std::optional<std::uint32_t> FairCycle::find_on_path(const Path& path) {
  if (components_) return components_->depth_of(path.fingerprint());
  catch_up(path);
  return passed_.find(path.fingerprint());
}

OpenComponents::Step FairCycle::last_step(const Path& path) const {
  if (path.depth() == 0) return {};
  return {path.decision(path.depth() - 1), left_[path.depth() - 1].by};
}

// The state returned to was left before, unless the path has just begun.
void FairCycle::rewound(const Path& path) {
  left_.resize(std::min<std::size_t>(left_.size(), path.depth() + std::size_t{1}));
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
