#include "search/strategy/pending_priorities.hpp"

#include <algorithm>

namespace heddle::search {

ThreadId PendingPriorities::take(const Path& path, std::span<const ThreadId> enabled,
                                 std::span<const ThreadId> candidates, Random& random) {
  for (const ThreadId thread : enabled) {
    while (priority(thread) == kNone) priority(thread) = random.next();
  }
  const ThreadId mover =
      *std::max_element(candidates.begin(), candidates.end(),
                        [&](ThreadId a, ThreadId b) { return priority(a) < priority(b); });
  if (enabled.size() > 1) draw_again(path, enabled, mover);
  priority(mover) = kNone;
  return mover;
}

std::uint64_t& PendingPriorities::priority(ThreadId thread) {
  if (index(thread) >= priorities_.size()) priorities_.resize(index(thread) + std::size_t{1});
  return priorities_[index(thread)];
}

// Clears the priorities of threads whose pending operation could have replaced the mover's and does
// not commute with it.
void PendingPriorities::draw_again(const Path& path, std::span<const ThreadId> enabled,
                                   ThreadId mover) {
  moved_.clear();
  add_accesses(mover, path.view().find(mover)->next, {}, moved_);
  for (const ThreadId thread : enabled) {
    if (thread == mover) continue;
    pending_.clear();
    add_accesses(thread, path.view().find(thread)->next, {}, pending_);
    if (dependent(moved_, pending_)) priority(thread) = kNone;
  }
}

}  // namespace heddle::search
