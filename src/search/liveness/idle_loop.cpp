#include "search/liveness/idle_loop.hpp"

#include <optional>

#include "search/liveness/idle_step.hpp"

namespace heddle::search {

std::uint32_t IdleLoop::idle_since(const Path& path) {
  const std::uint32_t depth = path.depth();
  const Relations* const relations = path.view().relations;
  const bool is_idle = relations != nullptr && was_idle(last_kind_, *relations);
  if (!is_idle) return depth;
  const bool is_same = depth > 1 && path.decision(depth - 2).thread == path.last();
  return is_same ? since_[depth - 1] : depth - 1;
}

bool IdleLoop::repeats_at(const Path& path, const ThreadView& mover, std::uint32_t since) {
  const std::uint32_t depth = path.depth();
  if (path.last() != mover.id) return false;
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
