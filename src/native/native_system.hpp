// A real C++ program as a System.  One per process: the interposed functions have nowhere to keep
// another.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/event.hpp"
#include "core/failure.hpp"
#include "core/schedule.hpp"
#include "native/conductor.hpp"
#include "native/snapshot/initial_state.hpp"
#include "system/system.hpp"

namespace heddle::native {

struct NativeOptions {
  std::uint64_t max_steps = 20'000;  // one execution may take; then it is cut, or a livelock
  std::uint32_t early_timeouts =
      1;  // timed waits that may time out before they must, per execution
  std::uint32_t spurious_wakeups = 0;  // waits that may wake for nothing, per execution
  bool plain_points = false;           // plain accesses are scheduling points too
};

// One thread at the moment of a deadlock or of another failure.
struct PausedThread {
  ThreadId thread = kNoThread;
  Operation waits_at;
  bool blocked = false;
  ThreadId holder = kNoThread;  // of the mutex or of the running initialiser it waits for
  std::vector<Site> stack;
};

// Looks at each step before it is taken, to compare it with a recorded one.  May throw Divergence.
class StepCheck {
 public:
  virtual ~StepCheck() = default;
  virtual void before(std::size_t step, const ThreadView& chosen) = 0;
};

class NativeSystem : public System {
 public:
  // Takes the state of the process as the program's initial state and runs the body to its first
  // scheduling point.  REQUIRES: called once, on the thread and stack that call the body's code
  // natively.
  NativeSystem(Body body, SharedSchedule shared, const NativeOptions& options);
  ~NativeSystem() override;

  const StateView& view() const override { return view_; }
  void step(Decision decision) override;
  Mark mark() override;
  void rewind(const Mark& mark) override;
  // A hash of the schedule: without snapshots no two states are known to be the same.
  Fingerprint fingerprint() override;
  const Failure& failure() const override { return failure_; }

  // Starts again from the initial state, with other options or none.
  void restart();
  void set_plain_points(bool visible);

  // The program used something that Heddle cannot run: a sentence for the user.  Empty otherwise.
  const std::string& refusal() const { return refusal_; }

  // Runs a schedule from the start, as far as it goes, reporting every step in detail.
  // THROWS: Divergence when a decision cannot be taken.
  void record(const Schedule& schedule, EventListener& listener, StepCheck* check = nullptr);
  // After record: who is paused where.
  std::vector<PausedThread> paused_threads() const;

 private:
  class ReplayMark;

  void start();
  void observe();
  void judge_end();
  void judge_step_limit();
  void judge_deadlock();
  void check_repeated() const;

  NativeOptions options_;
  InitialState initial_;
  StateView view_;
  std::vector<ThreadView> threads_;
  Failure failure_;
  std::string refusal_;
  // The marks along the present path, by depth; those beyond were never asked for.
  std::vector<Shared<const ReplayMark>> marks_;
  std::unique_ptr<StepRecorder> recorder_;
};

}  // namespace heddle::native
