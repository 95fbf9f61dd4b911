// What each step along the path accesses: its operation's objects, and the tokens that pass from
// wakers to woken.  Held by analyses, which keep it in step with the path.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/dependence.hpp"
#include "search/engine/path.hpp"

namespace heddle::search {

class StepAccesses {
 public:
  // As PathAnalysis does.
  void stepping(const Path& path, Decision decision);
  void stepped(const Path& path);
  void rewound(const Path& path);

  // Of the step that `stepping` was called for last.
  std::span<const Access> all() const { return accesses_; }
  // Whether it may let time pass, which is before or after everything else.
  bool passes_time() const { return passes_time_; }
  // Whether it only read what it was announced to write, which is known when it was taken: a
  // compare-exchange that failed, for one, which commutes with others that did.
  bool only_read() const { return only_read_; }

  bool has_token(ThreadId thread) const {
    return index(thread) < has_token_.size() && has_token_[index(thread)];
  }

  // Appends what the thread would access by its next operation, whomever it may wake.
  // REQUIRES: `view` is of the path's present state.
  void add_pending(const StateView& view, const ThreadView& thread, std::vector<Access>& into);

 private:
  void make_room(ThreadId thread);
  void collect_waiters(const StateView& view, const Operation& wake);
  void choose_woken(const Operation& wake, std::uint16_t alternative);
  void flip_token(ThreadId thread);

  std::vector<std::uint32_t> frames_;  // by depth: how many wakings there were before
  std::vector<bool> has_token_;        // by thread: woken, and has not moved since
  std::vector<ThreadId> wakings_;      // whose token came or went, in order
  // Of the step in progress.
  std::vector<Access> accesses_;
  std::vector<ThreadId> woken_;
  std::vector<ThreadId> waiters_;
  OpKind kind_ = OpKind::none;
  bool passes_time_ = false;
  bool only_read_ = false;
};

}  // namespace heddle::search
