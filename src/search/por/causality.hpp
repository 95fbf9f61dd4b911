// The steps of the path with their causes: the accesses of each, the steps that happened before it,
// and the object states when it was taken.  The reductions work on this.
//
// Stricter than HappensBefore, which distinguishes finished executions.  A thread's steps come
// after the step that created it, and a join's after the joined thread's.  A step that ends the
// execution while other threads are live is dependent with all steps, as it disables them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/clock_vector.hpp"
#include "core/dependence.hpp"
#include "core/object_state.hpp"
#include "search/por/object_table.hpp"
#include "search/por/path_analysis.hpp"
#include "search/por/step_accesses.hpp"

namespace heddle::search {

struct CausalStep {
  ThreadId thread = kNoThread;
  std::uint16_t alternative = 0;
  bool with_all = false;  // dependent with every other step: it lets time pass, ends the run,
                          // or did something that was not announced
  bool passes_time = false;
  bool free_switch = true;  // another thread could have moved instead without a preemption
  bool only_read = false;   // what was announced as a write of the first object
  bool is_idle = false;     // no spinning thread had to recheck because of it
  bool wakes_all = false;   // every spinning thread had to recheck because of it
  Operation operation;
  std::uint32_t number = 0;  // among the thread's steps, from 1
  std::vector<Access> accesses;
  std::vector<ObjectState> object_states;  // of the accessed objects, before the step
  std::vector<ThreadId> enabled;           // before the step
  std::vector<Awaited> awaited;            // what the thread had to see changed
  ClockVector before;                      // what the thread knew
  ClockVector clock;                       // what happened before the step, itself included
  // By access that was not announced (those come last): the clock of its thread at that access.
  std::size_t announced = 0;  // accesses
  std::vector<ClockVector> knowledge;

  const ClockVector& known_at(std::size_t access) const {
    return access < announced ? before : knowledge[access - announced];
  }
};

// A thread that was live when the execution ended.
struct LeftThread {
  ThreadView view;
  bool has_token = false;
};

class Causality final : public PathAnalysis {
 public:
  std::uint32_t size() const { return used_; }
  // Returns the step that left the state at that depth.
  const CausalStep& step(std::uint32_t depth) const { return steps_[depth]; }

  // REQUIRES: first < second.
  bool happened_before(std::uint32_t first, std::uint32_t second) const {
    return knows(steps_[second].clock, first);
  }
  bool knows(const ClockVector& clock, std::uint32_t step) const {
    return clock.at(steps_[step].thread) >= steps_[step].number;
  }

  // Returns the clock that the thread's next step is ordered after, regardless of its operation.
  const ClockVector& knowledge(ThreadId thread);

  // An access of an object, or of one that shares memory with it.
  struct Use {
    std::uint32_t step = 0;
    AccessMode mode = AccessMode::write;
    std::uint32_t writes_end = 0;  // one past the last write among the uses up to this one; 0: none
  };
  // Returns the object's uses along the path, and those of the objects that overlap it.
  std::span<const Use> uses(std::uint32_t object) const { return uses_[object]; }
  std::uint32_t number(const Access& access);
  std::span<const std::uint32_t> overlapping(std::uint32_t object) const {
    return objects_.overlapping(object);
  }
  // Returns the steps that depend on every other, in order.
  std::span<const std::uint32_t> with_all() const { return with_all_; }

  // At the end of an execution: the threads that had not ended, as they were when they last could
  // have moved; and the depth of the step after that state.
  std::span<const LeftThread> left() const { return left_; }
  std::uint32_t left_at() const { return left_at_; }

  // Returns whether the execution ended at the step limit.
  bool was_cut() const { return was_cut_; }
  // Returns whether an execution of the search so far did.
  bool has_cut_runs() const { return has_cut_runs_; }

  // Returns whether a step has ended an execution for all threads in the search so far.
  bool has_ended_runs() const { return has_ended_runs_; }

  // Appends the accesses of the thread's pending operation. REQUIRES: `view` is of the path's
  // present state.
  void add_pending(const StateView& view, const ThreadView& thread, std::vector<Access>& into);
  bool has_token(ThreadId thread) const { return accesses_.has_token(thread); }

  void stepping(const Path& path, Decision decision) override;
  void stepped(const Path& path) override;
  void rewound(const Path& path) override;

 private:
  struct Change {
    ThreadId thread = kNoThread;
    ClockVector before;
  };

  CausalStep& new_step();
  void describe(CausalStep& step, const StateView& view, const ThreadView& mover);
  void make_clock(CausalStep& step);
  void note_change(CausalStep& step, const Relations& relations);
  void join_uses(std::uint32_t object, AccessMode mode, ClockVector& into) const;
  void note_uses(const CausalStep& step, std::size_t first_access = 0);
  void add_side_effects(const Relations& relations);
  void add_access(CausalStep& step, const Access& access, const ClockVector& known);
  void end_run(const StateView& view);
  bool ends_others(const StateView& view);
  void depend_on_all();
  void find_relatives(const StateView& view);
  void learn(ThreadId thread, const ClockVector& news);
  ClockVector& own(ThreadId thread);

  std::vector<CausalStep> steps_;  // the first `used_`; the others keep their memory
  std::uint32_t used_ = 0;
  StepAccesses accesses_;
  ObjectTable objects_;
  std::vector<std::vector<Use>> uses_;  // by object
  std::vector<std::uint32_t> with_all_;
  std::vector<ClockVector> threads_;     // what each knows
  std::vector<Change> changes_;          // of threads_, to take them back
  std::vector<std::size_t> changes_at_;  // by depth: how many there were before
  std::vector<Change> movers_;           // in the last step: what each knew
  std::vector<LeftThread> before_;       // the living, before the step in progress
  std::vector<LeftThread> left_;
  std::uint32_t left_at_ = 0;
  bool was_cut_ = false;
  bool has_cut_runs_ = false;
  bool has_ended_runs_ = false;
};

}  // namespace heddle::search
