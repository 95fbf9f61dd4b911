#include "search/strategy/pos.hpp"

#include <algorithm>

#include "search/strategy/candidates.hpp"

namespace heddle::search {

std::size_t Pos::choose(const Path& path, std::span<const Choice> choices) {
  list_threads(choices, threads_);
  for (const ThreadId thread : threads_) {
    while (priority(thread) == kNone) priority(thread) = random_.next();
  }
  const ThreadId mover =
      *std::max_element(threads_.begin(), threads_.end(),
                        [&](ThreadId a, ThreadId b) { return priority(a) < priority(b); });
  if (threads_.size() > 1) draw_again(path, mover);
  priority(mover) = kNone;
  return draw_alternative(mover, choices, random_);
}

std::uint64_t& Pos::priority(ThreadId thread) {
  if (index(thread) >= priorities_.size()) priorities_.resize(index(thread) + std::size_t{1});
  return priorities_[index(thread)];
}

// Clears the priorities of threads whose pending operation could have replaced the mover's and does
// not commute with it.
void Pos::draw_again(const Path& path, ThreadId mover) {
  moved_.clear();
  add_accesses(mover, path.view().find(mover)->next, {}, moved_);
  for (const ThreadId thread : threads_) {
    if (thread == mover) continue;
    pending_.clear();
    add_accesses(thread, path.view().find(thread)->next, {}, pending_);
    if (dependent(moved_, pending_)) priority(thread) = kNone;
  }
}

}  // namespace heddle::search
