#include "search/liveness/idle_loop.hpp"

#include <optional>

#include "search/liveness/idle_step.hpp"

namespace heddle::search {

std::uint32_t IdleLoop::idle_since(const Path& path) {
  const std::uint32_t depth = path.depth();
  if (depth < known_) {
    known_ = depth + 1;
    return since_[depth];
  }
  const Relations* const relations = path.view().relations;
  const bool is_idle =
      depth > 0 && relations != nullptr && depth == known_ && was_idle(last_kind_, *relations);
  const bool is_same = depth > 1 && path.decision(depth - 2).thread == path.last();
  const std::uint32_t since = !is_idle ? depth : is_same ? since_[depth - 1] : depth - 1;
  if (depth >= since_.size()) since_.resize(2 * (depth + std::size_t{8}));
  // A first call in the middle of a path leaves a gap: there, no step counts as idle.
  for (std::uint32_t at = known_; at < depth; ++at) since_[at] = since;
  since_[depth] = since;
  known_ = depth + 1;
  return since;
}

bool IdleLoop::repeats(const Path& path, const ThreadView& mover) {
  const std::uint32_t depth = path.depth();
  const std::uint32_t since = idle_since(path);
  last_kind_ = mover.next.kind;
  while (!begins_.empty() && begins_.back().depth >= depth) begins_.pop_back();
  if (depth - since < kIdleSteps || path.last() != mover.id) return false;
  const std::optional<std::uint64_t> own = path.view().relations->own_state(mover.id);
  if (!own) return false;
  if ((depth - since - kIdleSteps) % kLongestLoop == 0) {
    begins_.push_back({depth, mover.next, *own});
    return false;
  }
  if (begins_.empty() || begins_.back().depth < since) return false;
  const Pause& begin = begins_.back();
  return begin.own == *own && same_announcement(begin.next, mover.next);
}

}  // namespace heddle::search
