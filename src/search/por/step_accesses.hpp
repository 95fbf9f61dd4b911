// Computes the accesses of each step along the path: its operation's objects, and the tokens that
// wakers pass to woken threads.  Analyses own it and keep it in sync with the path.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/dependence.hpp"
#include "search/engine/path.hpp"

namespace heddle::search {

class StepAccesses {
 public:
  // Called in the same way as those of PathAnalysis.
  void stepping(const Path& path, Decision decision);
  void stepped(const Path& path);
  void rewound(const Path& path);

  // Returns the accesses of the step that `stepping` was called for last.
  std::span<const Access> all() const { return accesses_; }
  // Returns whether the step may let time pass, which makes it dependent with all others.
  bool passes_time() const { return passes_time_; }
  // Returns whether the step only read the object that it announced to write, known once it was
  // taken. An example is a failed compare-exchange, which commutes with other failed ones.
  bool only_read() const { return only_read_; }

  bool has_token(ThreadId thread) const {
    return index(thread) < has_token_.size() && has_token_[index(thread)];
  }

  // Appends the accesses of the thread's pending operation; it may wake any waiter. REQUIRES:
  // `view` is of the path's present state.
  void add_pending(const StateView& view, const ThreadView& thread, std::vector<Access>& into);

 private:
  void make_room(ThreadId thread);
  void collect_waiters(const StateView& view, const Operation& wake);
  void choose_woken(const Operation& wake, std::uint16_t alternative);
  void flip_token(ThreadId thread);

  std::vector<std::uint32_t> frames_;  // by depth: how many wakings there were before
  std::vector<bool> has_token_;        // by thread: woken, and has not moved since
  std::vector<ThreadId> wakings_;      // whose token came or went, in order
  // State of the step in progress.
  std::vector<Access> accesses_;
  std::vector<ThreadId> woken_;
  std::vector<ThreadId> waiters_;
  OpKind kind_ = OpKind::none;
  bool passes_time_ = false;
  bool only_read_ = false;
};

}  // namespace heddle::search
