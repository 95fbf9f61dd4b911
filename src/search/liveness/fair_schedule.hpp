// Computes which threads must wait for others so that every infinite execution is fair (Musuvathi
// and Qadeer, "Fair stateless model checking", PLDI 2008).
//
// By yielding, a thread announces that it cannot make progress by itself.  A thread that repeats a
// loop without effect yields too (search/liveness/idle_loop.hpp).  The window of a thread
// lies between two of its yields.  Another thread gets priority if it was enabled throughout the
// window but never moved, or if the yielding thread disabled it.  The yielding thread then moves
// only while that one is disabled.  Threads that never yielded have no window.  So in a program
// without yields this is asleep and costs one flag check per step.
//
// Threads from the 65th on are ignored: they neither wait nor are waited for.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "search/liveness/idle_loop.hpp"
#include "search/por/path_analysis.hpp"

namespace heddle::search {

class FairSchedule final : public PathAnalysis {
 public:
  FairSchedule() { asleep_ = true; }

  // Returns whether `thread` must wait at the path's present state for another enabled thread.
  bool holds_back(const Path& path, ThreadId thread) const {
    return !frames_.empty() && waits(path, thread);
  }

  void stepping(const Path& path, Decision decision) override;
  void stepped(const Path& path) override;
  void rewound(const Path& path) override;
  // Returns a hash of the windows: which threads must wait for which, now and later.
  std::uint64_t context(const Path& path) const override;

 private:
  using Threads = std::uint64_t;  // a set, one bit per thread index

  // The threads' activity since the last yield of one thread.
  struct Window {
    ThreadId thread = kNoThread;
    Threads enabled = 0;    // all the time
    Threads disabled = 0;   // by a step of this thread
    Threads scheduled = 0;  // at least once
    Threads first = 0;      // the threads that this one must wait for
  };

  // The windows at one depth: those from `begin` to the next frame's, or to the end.
  struct Frame {
    std::uint32_t depth = 0;
    std::size_t begin = 0;
  };

  bool waits(const Path& path, ThreadId thread) const;
  std::span<Window> copy_last_frame(std::uint32_t depth);
  Window* find(std::span<Window> windows, ThreadId thread);

  std::vector<Frame> frames_;  // from the first yield of the run on
  std::vector<Window> windows_;
  Threads enabled_before_ = 0;  // of the step in progress
  ThreadId mover_ = kNoThread;
  bool yields_ = false;
  IdleLoop idle_loop_;
};

}  // namespace heddle::search
