// Threads that spin: that come round to where they were, in the same state of their own, and have
// changed nothing on the way.  To go round once more would show nothing new until somebody else
// changes what they looked at, so until then they are shown as blocked.  A search without a memory
// of states comes to an end so where it would go round for ever.
//
// Whether a thread spins, and on what, follows from its own steps and from what they read, which is
// the same in all schedules that only reorder independent steps.  The step that it takes when it
// may go on depends on all that it waited for.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "core/decision.hpp"
#include "core/schedule.hpp"
#include "system/state_view.hpp"

namespace heddle::search {

// Kept in step with the path by the loop; stands between the system's view and the search's, as
// long as somebody spins.
class Spins final : public Relations {
 public:
  // The present state as the search shall see it, from the system's view of it: at the start, and
  // after going back to a state at that depth.  Valid until the next call.
  const StateView& rewound(const StateView& view, std::uint32_t depth);

  // `decision` is about to be taken at the state with this view.
  void stepping(const StateView& view, Decision decision);
  // It was taken.
  const StateView& stepped(const StateView& view);

  // Whether nobody can move because some threads spin and wait for each other or for nothing; the
  // verdict is then a deadlock.
  bool is_stuck() const { return is_stuck_; }
  // REQUIRES: is_stuck.  Once round for every thread that spins.
  Schedule once_round() const;

  ObjectState object_state(const Operation& operation, ObjectId object) const override {
    return base_->object_state(operation, object);
  }
  ThreadId creator(ThreadId thread) const override { return base_->creator(thread); }
  ThreadId joined_by(ThreadId thread) const override { return base_->joined_by(thread); }
  bool ends_with_main() const override { return base_->ends_with_main(); }
  std::span<const SideEffect> side_effects() const override { return base_->side_effects(); }
  bool did_more() const override { return base_->did_more(); }
  MemoryChange last_change() const override { return base_->last_change(); }
  MemoryChange operation_change() const override { return base_->operation_change(); }
  std::optional<std::uint64_t> own_state(ThreadId thread) const override {
    return base_->own_state(thread);
  }
  bool waits_for_time() const override { return base_->waits_for_time(); }
  std::span<const std::uintptr_t> calls(ThreadId thread) const override {
    return base_->calls(thread);
  }
  std::span<const Awaited> awaited(ThreadId thread) const override;

 private:
  static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

  struct Step {
    ThreadId thread = kNoThread;
    std::uint32_t previous = kNone;  // of the same thread
    Operation operation;
    bool idle = false;       // it changed nothing
    bool counts = false;     // and it is known what it did to the thread itself
    bool wakes_all = false;  // whatever they look at
    std::uint64_t own = 0;   // the thread's state before it, since it last changed something
    std::uint64_t then = 0;  // and after it
    std::vector<Access> side_effects;
    // Of the pause that followed: the step with which the loop began, if it is one; what was read
    // in it; the step that changed some of that since.
    std::uint32_t loop = kNone;
    std::uint32_t woken = kNone;
    std::vector<Awaited> awaited;
  };

  std::uint32_t& last(ThreadId thread);
  const Step* pause_of(ThreadId thread) const;
  Step& new_step();
  void find_loop(std::uint32_t depth, const ThreadView& now);
  void await_what_was_read(Step& pause, std::uint32_t depth);
  void wake(std::uint32_t depth);
  bool changes(const Step& step, const Awaited& awaited);
  void collect_accesses(const Step& step);
  bool is_blocked(ThreadId thread) const;
  const StateView& show(const StateView& view);

  std::vector<Step> steps_;  // the first `used_`; the others keep their memory
  std::uint32_t used_ = 0;
  std::vector<std::uint32_t> last_;      // step by thread
  std::uint32_t spinning_ = 0;           // threads that are paused at the beginning of a loop
  std::optional<std::uint64_t> before_;  // the state of the thread that is about to move
  std::vector<Access> accesses_;         // of a step that is looked at
  const Relations* base_ = nullptr;
  std::vector<ThreadView> threads_;
  StateView view_;
  bool is_stuck_ = false;
};

}  // namespace heddle::search
