// Runs a real C++ program as a System.  One per process: the interposed functions can refer to only
// one.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <vector>

#include "core/error_identity.hpp"
#include "core/event.hpp"
#include "core/failure.hpp"
#include "core/schedule.hpp"
#include "monitors/leak_check.hpp"
#include "monitors/race_watch.hpp"
#include "native/call_stacks.hpp"
#include "native/snapshot_pace.hpp"
#include "native/stable_places.hpp"
#include "runtime/endless_step.hpp"
#include "runtime/engine_scope.hpp"
#include "runtime/flags.hpp"
#include "runtime/scheduler.hpp"
#include "snapshot/initial_state.hpp"
#include "snapshot/memory_image.hpp"
#include "snapshot/snapshot_store.hpp"
#include "system/system.hpp"

namespace heddle::native {

class NativeMark;
class StepRecorder;

// Limits on the waits of one execution.
struct WaitLimits {
  std::uint32_t early_timeouts = 1;    // timed waits that may time out before they must
  std::uint32_t spurious_wakeups = 0;  // waits that may wake spuriously

  friend bool operator==(const WaitLimits&, const WaitLimits&) = default;
};

struct NativeOptions {
  std::uint64_t max_steps = 20'000;  // limit of one execution; then it is cut
  WaitLimits waits;
  PlainPoints plain_points = PlainPoints::none;  // plain accesses that are scheduling points
  bool report_livelocks = true;                  // threads must terminate: a livelock is a failure
  bool report_leaks = false;            // memory that is unreachable at the end is a failure
  bool count_leaks = false;             // the same is counted after some executions
  bool goes_on_after_failures = false;  // where the rest of the execution is meaningful
  std::vector<MemoryRegion> regions;    // the program's memory beyond its data, heap and stacks
};

// Options for comparing states and returning to them.
struct StateKeeping {
  bool compares = false;  // fingerprints are needed: no dead data may remain in memory
  // The marks that get a snapshot; the system returns to other marks by executing again.
  Reach snapshots = Reach::nowhere;
  // The same once executing again has become slow, for the marks that are slow to reach.  Only if
  // states are not compared.
  Reach snapshots_when_slow = Reach::nowhere;
  bool selects_marks = false;        // only marks that are slow to reach get a snapshot
  bool spin_history_counts = false;  // the duration of spinning is part of the state
  bool wide = true;                  // fingerprints have 128 bits; otherwise 64, which cost less
  bool reorders = false;             // the search reorders steps, see side_effect_log.hpp
  // Data races are found from the latest accesses of each thread, see block_races.hpp.  Where
  // states are not compared, only the threads that touch each memory cell are learned.
  bool watches_blocks = false;
  std::size_t max_bytes = std::numeric_limits<std::size_t>::max();  // of snapshots

  bool looks_for_leaks = false;  // a dead pointer must not hide a leak

  // Returns whether memory is kept free of dead data.
  bool is_clean() const { return compares || looks_for_leaks || snapshots != Reach::nowhere; }
  // Returns whether dead data is also removed after each step.
  bool cleans_each_step() const { return compares || looks_for_leaks; }
  // Returns whether snapshots belong to a stateless search.
  bool is_stateless() const { return snapshots != Reach::nowhere && !compares; }

  friend bool operator==(const StateKeeping&, const StateKeeping&) = default;
};

// One thread at the moment of a deadlock or of another failure.
struct PausedThread {
  ThreadId thread = kNoThread;
  Operation waits_at;
  bool blocked = false;
  ThreadId holder = kNoThread;  // of the mutex or of the running initialiser it waits for
  std::vector<Site> stack;
};

// Checks each step before it is taken, to compare it with a recorded one.  May throw Divergence.
class StepCheck {
 public:
  virtual ~StepCheck() = default;
  virtual void before(std::size_t step, const ThreadView& chosen) = 0;
};

class NativeSystem : public System, public Relations, private ThreadSource {
 public:
  // Takes the state of the process as the program's initial state and runs the body to its first
  // scheduling point.  REQUIRES: called once, on the thread and stack that call the body's code
  // natively.
  NativeSystem(Body body, SharedSchedule shared, const NativeOptions& options);
  ~NativeSystem() override;

  const StateView& view() const override { return view_; }
  ExcludedChoices excluded() const override { return excluded_; }
  void step(Decision decision) override;
  Mark mark() override;
  void rewind(const Mark& mark) override;
  // REQUIRES: states are compared.
  Fingerprint fingerprint() override;
  const Failure& failure() const override { return failure_; }
  std::span<const Failure> reported() const override { return reported_; }

  ObjectState object_state(const Operation& operation, ObjectId object) const override;
  ThreadId creator(ThreadId thread) const override;
  ThreadId joined_by(ThreadId thread) const override;
  bool ends_with_main() const override { return true; }
  std::span<const SideEffect> side_effects() const override { return side_effects_; }
  bool did_more() const override;
  MemoryChange last_change() const override {
    return std::min(flags().memory_change, change_noted_by_watchdog());
  }
  MemoryChange operation_change() const override { return flags().atomic_change; }
  std::optional<std::uint64_t> own_state(ThreadId thread) const override;
  bool waits_for_time() const override;
  std::span<const std::uintptr_t> calls(ThreadId thread) const override {
    return call_stacks_.of(thread);
  }

  // Restarts from the initial state.
  void restart();

  // Returns the mark of the initial state, valid until the next restart.
  Mark initial_mark() const;
  // Replaces the step limit of an execution.  An execution that was cut continues if the new limit
  // allows it.
  void set_step_limit(std::uint64_t steps);
  // These take effect at the next restart.
  void set_plain_points(PlainPoints visible);
  void keep_states(const StateKeeping& keeping);
  void limit_waits(const WaitLimits& limits) { waits_wanted_ = limits; }
  // Returns the limits in force since the last restart.
  const WaitLimits& wait_limits() const { return waits_; }
  // Selects the detection of data races.  It is active only where no state is restored from a
  // snapshot.
  void watch_races(RaceWatch watch) { watch_ = watch; }
  const StateKeeping& states_kept() const { return kept_; }
  // Returns what keep_states has set for the next restart.
  const StateKeeping& states_wanted() const { return keeping_; }

  // Returns the most that was left behind by one of the executions after which leaks were counted.
  const Leaks& leaks() const { return most_leaks_; }

  // Returns the number of executions that were started.
  std::uint64_t executions_begun() const { return executions_begun_; }
  // Returns the number of steps that were executed again, to return to a state.  It depends on time
  // where snapshots do.
  std::uint64_t steps_executed_again() const { return steps_executed_again_; }

  // Returns to a marked state by executing its schedule again.
  void repeat(const Mark& mark);

  // Returns a sentence for the user if the program used a feature that Heddle cannot run; otherwise
  // an empty string.
  const std::string& refusal() const { return refusal_; }

  // Runs a schedule from the start, as far as possible, and reports every step in detail.
  // `expected` is the failure that the schedule leads to, if it need not end the execution: after a
  // misuse the program may continue.  A livelock is confirmed if its loop closes: the schedule ends
  // in the state in which the loop began.  Without a loop, it is confirmed if the schedule reaches
  // the step limit, which it may exceed.  REQUIRES: states are compared, for a livelock.  THROWS:
  // Divergence when a decision cannot be taken.
  void record(const Schedule& schedule, EventListener& listener, StepCheck* check = nullptr,
              const Failure* expected = nullptr);
  // Returns the paused threads with their operations and stacks.  REQUIRES: called after record.
  std::vector<PausedThread> paused_threads() const;
  // Sets the identity of a failure with these waits.
  void identify(Failure& failure, const std::vector<ErrorWait>& waits = {}) const;

  // Returns what follows the execution while it is recorded.
  const StepRecorder& recorder();

 private:
  void follow_recorded(const Schedule& schedule, StepCheck* check, const Failure* expected);
  std::span<const ThreadView> look_at_threads() const override;
  const Operation& announced(ThreadId thread) const override;
  bool is_slow(const StateKeeping& keeping) const;
  void take_snapshots_if_slow();
  void begin_keeping();
  void change_keeping();
  void start();
  void begin_monitors();
  void go_on_from_first_step();
  bool can_keep_base() const;
  void keep_base();
  bool can_begin_at_base() const;
  void begin_at_base();
  void restore_base();
  void advance_to(std::size_t depth);
  void clean_up();
  void forget_own_states(ThreadId moved);
  void collect_side_effects();
  static bool has_snapshot(const NativeMark& mark);
  bool can_keep_snapshots() const;
  void keep_snapshot(const NativeMark& mark);
  void restore(const Snapshot& snapshot);
  void restore_initial();
  void remember_shared_accesses(std::size_t forgotten) const;
  void scan();
  std::size_t lead_script_to(const Shared<const NativeMark>& target);
  bool is_loop(const Schedule& schedule, std::size_t begin);
  bool follow(std::span<const Decision> steps);
  std::optional<Leaks> leaks_after(const Schedule& schedule);
  void observe();
  void observe_again();
  void judge_end();
  void judge_leaks();
  void count_leaks();
  bool judge_wait_cycle();
  void judge_deadlock();
  ErrorWait wait_of(ThreadId thread) const;
  std::vector<ErrorWait> waits_of_deadlock(std::span<const ThreadId> cycle) const;
  Failure failure_of(const Scheduler::FailureRecord& failure_record) const;
  void take_reported();
  void check_repeated() const;
  void check_interruption() const;

  NativeOptions options_;
  InitialState initial_;
  StateView view_;
  mutable std::vector<ThreadView> threads_;  // of which the view has the first few
  mutable ExcludedChoices excluded_;         // when they were looked at
  std::vector<SideEffect> side_effects_;
  // By thread: the cached result of sum_of_frames; empty after a change to the memory that it
  // covers.
  mutable std::vector<std::optional<std::uint64_t>> own_states_;
  mutable CallStacks call_stacks_;
  mutable StablePlaces places_;
  Failure failure_;
  std::vector<Failure> reported_;
  std::optional<Leaks> known_leaks_;  // of the execution that is being recorded
  Leaks most_leaks_;                  // of an execution after which they were counted
  std::uint64_t executions_finished_ = 0;
  std::string refusal_;
  std::uint64_t executions_begun_ = 0;
  std::uint64_t executions_ended_ = 0;
  std::uint64_t steps_executed_again_ = 0;
  // The marks along the current path, by depth; deeper ones were never requested.
  std::vector<Shared<const NativeMark>> marks_;
  StateKeeping keeping_;
  StateKeeping kept_;        // in force since the last restart
  WaitLimits waits_wanted_;  // from the next restart on
  WaitLimits waits_;         // in force since the last one
  RaceWatch watch_ = RaceWatch::off;
  bool scanned_ = false;       // the memory image contains the current state
  bool has_compared_ = false;  // some execution belonged to a search that compares states
  // The state in which later executions begin.
  struct Base {
    Snapshot snapshot;
    bool is_before_creation = false;  // of the first thread; otherwise before the first step
  };
  std::optional<Base> base_;
  SnapshotStore store_;
  SnapshotPace pace_;
  std::unique_ptr<StepRecorder> recorder_;
};

}  // namespace heddle::native
