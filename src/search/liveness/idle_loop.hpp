// Finds a thread that has returned to an earlier scheduling point with the same private state, and
// has changed nothing since.  Only another thread can end such a loop, so the thread yields.
//
// Comparing private states is slow.  It begins when the thread has taken kIdleSteps idle steps
// without a switch.  The answer depends on the path alone, not on the order of the search.
#pragma once

#include <cstdint>
#include <vector>

#include "search/engine/path.hpp"

namespace heddle::search {

class IdleLoop {
 public:
  // Returns whether `mover` repeats such a loop.  Must be called before every step.
  bool repeats(const Path& path, const ThreadView& mover) {
    const std::uint32_t depth = path.depth();
    const std::uint32_t since = enter(path, depth);
    last_kind_ = mover.next.kind;
    while (!begins_.empty() && begins_.back().depth >= depth) begins_.pop_back();
    return depth - since >= kIdleSteps && repeats_at(path, mover, since);
  }

 private:
  static constexpr std::uint32_t kIdleSteps = 16;
  static constexpr std::uint32_t kLongestLoop = 64;

  struct Pause {
    std::uint32_t depth = 0;
    Operation next;
    std::uint64_t own = 0;
  };

  // Returns the depth from which the last thread has taken all steps, each of them idle.
  std::uint32_t enter(const Path& path, std::uint32_t depth) {
    if (depth < known_) {  // after a return
      known_ = depth + 1;
      return since_[depth];
    }
    // Most steps change something, and after a gap nothing is known.
    const bool may_be_idle = depth > 0 && depth == known_ && is_memory_access(last_kind_);
    const std::uint32_t since = may_be_idle ? idle_since(path) : depth;
    if (depth >= since_.size()) since_.resize(2 * (depth + std::size_t{8}));
    for (std::uint32_t at = known_; at < depth; ++at) since_[at] = at;
    since_[depth] = since;
    known_ = depth + 1;
    return since;
  }

  std::uint32_t idle_since(const Path& path);
  bool repeats_at(const Path& path, const ThreadView& mover, std::uint32_t since);

  // By depth, for depths below `known_`: the result of `enter`.
  std::vector<std::uint32_t> since_;
  std::uint32_t known_ = 0;
  OpKind last_kind_ = OpKind::none;
  std::vector<Pause> begins_;  // on the path: the states with which later ones are compared
};

}  // namespace heddle::search
