// Detects threads that spin: they return to the same scheduling point with the same private state,
// and have changed nothing on the way.  Another iteration yields nothing new until another thread
// changes the values that they read.  Until then they count as blocked, so that a stateless search
// terminates.
//
// Whether a thread spins, and on which accesses, follows from its own steps and the values they
// read. That is the same in all schedules that only reorder independent steps.  The step after the
// wait depends on everything that the thread waited for.
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

// The search loop keeps this in sync with the path.  While a thread spins, it replaces the system's
// view for the search.
class Spins final : public Relations {
 public:
  // Returns the search's view of the present state, computed from the system's view.  Called at the
  // start, and after a rewind to a state at that depth.  Valid until the next call.
  const StateView& rewound(const StateView& view, std::uint32_t depth);

  // Called when `decision` is about to be taken at the state with this view.
  void stepping(const StateView& view, Decision decision);
  // Called after it was taken.
  const StateView& stepped(const StateView& view);

  // Returns whether no thread is enabled because some threads spin, waiting for each other or for
  // nothing; the verdict is then a deadlock.
  bool is_stuck() const { return is_stuck_; }
  // Returns one loop iteration of every spinning thread.  REQUIRES: is_stuck.
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
    // About the pause that followed: the step with which the loop began, if it is one; the accesses
    // read in it; the step that changed one of them since.
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
