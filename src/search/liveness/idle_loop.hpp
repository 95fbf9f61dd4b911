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
  bool repeats(const Path& path, const ThreadView& mover);

 private:
  static constexpr std::uint32_t kIdleSteps = 16;
  static constexpr std::uint32_t kLongestLoop = 64;

  struct Pause {
    std::uint32_t depth = 0;
    Operation next;
    std::uint64_t own = 0;
  };

  std::uint32_t idle_since(const Path& path);

  // By depth, for depths below `known_`: the depth from which the last thread has taken all steps,
  // each of them idle.
  std::vector<std::uint32_t> since_;
  std::uint32_t known_ = 0;
  OpKind last_kind_ = OpKind::none;
  std::vector<Pause> begins_;  // on the path: the states with which later ones are compared
};

}  // namespace heddle::search
