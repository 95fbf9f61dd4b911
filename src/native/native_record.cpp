// Runs a schedule once more and reports every step.
#include <algorithm>
#include <utility>

#include "monitors/leak_check.hpp"
#include "monitors/step_recorder.hpp"
#include "native/native_system.hpp"
#include "runtime/blocked_by.hpp"
#include "runtime/debugger_interface.hpp"
#include "runtime/readiness.hpp"
#include "runtime/root.hpp"
#include "system/divergence.hpp"

namespace heddle::native {
namespace {

// Lets executions take more steps for a while.
class RaisedLimit {
 public:
  RaisedLimit(std::uint64_t& limit, std::uint64_t steps)
      : limit_(limit), before_(std::exchange(limit, std::max(limit, steps))) {}
  ~RaisedLimit() { limit_ = before_; }
  RaisedLimit(const RaisedLimit&) = delete;
  RaisedLimit& operator=(const RaisedLimit&) = delete;

  std::uint64_t before() const { return before_; }

 private:
  std::uint64_t& limit_;
  std::uint64_t before_;
};

// Lets the recorder observe an execution.
class Observed {
 public:
  explicit Observed(StepRecorder& recorder) { runtime().observer = &recorder; }
  ~Observed() {
    runtime().observer = nullptr;
    scheduler().end_at(nullptr, 0);
  }
  Observed(const Observed&) = delete;
  Observed& operator=(const Observed&) = delete;
};

}  // namespace

// Returns whether the state at the end equals the state at `begin`.  REQUIRES: no recording, which
// would leave its own data on the stacks.
bool NativeSystem::is_loop(const Schedule& schedule, std::size_t begin) {
  if (begin >= schedule.size()) return false;
  restart();
  const auto middle = schedule.begin() + static_cast<std::ptrdiff_t>(begin);
  if (!follow({schedule.begin(), middle}) || view_.verdict != Verdict::running) return false;
  const Fingerprint there = fingerprint();
  return follow({middle, schedule.end()}) && view_.verdict == Verdict::running &&
         fingerprint() == there;
}

// Takes the steps of a schedule.  Returns false if one cannot be taken.
bool NativeSystem::follow(std::span<const Decision> steps) {
  return std::all_of(steps.begin(), steps.end(), [&](Decision decision) {
    const ThreadView* chosen = view_.find(decision.thread);
    const bool can = view_.verdict == Verdict::running && chosen != nullptr &&
                     decision.alternative < chosen->alternatives;
    if (can) step(decision);
    return can;
  });
}

// The leaks at the end of a schedule.  Not looked for while recording, for the same reason.
std::optional<Leaks> NativeSystem::leaks_after(const Schedule& schedule) {
  if (!options_.report_leaks) return std::nullopt;
  restart();
  follow(schedule);
  if (scheduler().ended() != Verdict::finished) return std::nullopt;
  return find_leaks(scheduler().last_context(), options_.regions);
}

void NativeSystem::record(const Schedule& schedule, EventListener& listener, StepCheck* check,
                          const Failure* expected) {
  const RaisedLimit limit(options_.max_steps, schedule.size() + 1);
  const bool is_livelock = expected != nullptr && expected->kind == FailureKind::livelock;
  // One without a cycle is known by the step limit, which the schedule reaches.
  const bool closes =
      is_livelock && (expected->cycle_begin ? is_loop(schedule, *expected->cycle_begin)
                                            : schedule.size() >= limit.before());
  known_leaks_ = leaks_after(schedule);
  recorder();
  recorder_->begin(listener);
  follow_recorded(schedule, check, expected);
  known_leaks_.reset();
  if (closes && view_.verdict == Verdict::running) {
    view_.verdict = Verdict::failed;
    failure_ = *expected;
  }
  // A thread that failed has already notified the debugger.
  const bool nobody_failed = scheduler().ended() == Verdict::running;
  if (nobody_failed && view_.verdict != Verdict::running) tell_debugger_failure();
}

// Follows the schedule from the start while the recorder observes it.
void NativeSystem::follow_recorded(const Schedule& schedule, StepCheck* check,
                                   const Failure* expected) {
  const Observed observed(*recorder_);
  if (expected != nullptr) scheduler().end_at(expected->message.c_str(), schedule.size());
  const KeepAccessStacks stacks;
  tell_debugger_begin();
  restart();
  recorder_->report(1);
  for (std::size_t i = 0; i < schedule.size() && view_.verdict == Verdict::running; ++i) {
    const Decision decision = schedule[i];
    const ThreadView* chosen = view_.find(decision.thread);
    if (chosen == nullptr || decision.alternative >= chosen->alternatives) {
      throw Divergence(i, decision.thread, Operation{},
                       chosen != nullptr ? chosen->next : Operation{},
                       chosen != nullptr ? "the scheduled thread is blocked"
                                         : "the scheduled thread does not exist");
    }
    if (check != nullptr) check->before(i, *chosen);
    const std::uint16_t ways = chosen->alternatives;
    step(decision);
    recorder_->report(ways);
  }
}

const StepRecorder& NativeSystem::recorder() {
  if (!recorder_) recorder_ = std::make_unique<StepRecorder>();
  return *recorder_;
}

std::vector<PausedThread> NativeSystem::paused_threads() const {
  std::vector<PausedThread> paused;
  const World& world = native::world();
  for (std::uint32_t i = 0; i < world.threads_seen; ++i) {
    const Thread& thread = world.threads[i];
    if (!is_waiting(thread)) continue;
    PausedThread entry;
    entry.thread = thread.id;
    entry.waits_at = thread.pending;
    entry.blocked = alternatives(thread) == 0;
    entry.holder = blocked_by(thread);
    if (recorder_) {
      const auto stack = recorder_->stack_of(thread.id);
      entry.stack.assign(stack.begin(), stack.end());
    }
    paused.push_back(std::move(entry));
  }
  return paused;
}

}  // namespace heddle::native
