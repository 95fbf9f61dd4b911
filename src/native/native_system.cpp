#include "native/native_system.hpp"

#include <algorithm>
#include <cstdlib>
#include <span>
#include <utility>

#include "core/check.hpp"
#include "monitors/block_races.hpp"
#include "monitors/event_sources.hpp"
#include "monitors/foreign_stack_uses.hpp"
#include "monitors/leak_check.hpp"
#include "monitors/shared_memory.hpp"
#include "monitors/side_effect_log.hpp"
#include "monitors/step_recorder.hpp"
#include "native/crash_guard.hpp"
#include "native/native_mark.hpp"
#include "runtime/blocked_by.hpp"
#include "runtime/debugger_interface.hpp"
#include "runtime/engine_scope.hpp"
#include "runtime/fiber/fiber_stack.hpp"
#include "runtime/fork_guard.hpp"
#include "runtime/kernel_state.hpp"
#include "runtime/openmp.hpp"
#include "runtime/readiness.hpp"
#include "runtime/root.hpp"
#include "runtime/scope.hpp"
#include "snapshot/memory_image.hpp"
#include "snapshot/paused_frames.hpp"
#include "system/divergence.hpp"
#include "system/interruption.hpp"

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

NativeSystem::NativeSystem(Body body, SharedSchedule shared, const NativeOptions& options)
    : options_(options) {
  HEDDLE_CHECK(flags().in_engine && !flags().exploring, "a second exploration in one process");
  view_.relations = this;
  keep_states({});
  listen_to_runtime();
  runtime().events.kernel_first_used = [] { memory_image().stop_protecting(); };
  scheduler().prepare(body, shared);
  find_openmp();
  scheduler().set_goes_on(options.goes_on_after_failures);
  install_crash_guard();
  install_fork_guard();
  capture_kernel_state();
  foreign_stack_uses().clear();
  initial_.capture();
  set_plain_points(options.plain_points);
  marks_.push_back(new_mark(nullptr, ScriptStep{}));
  flags().exploring = true;
  start();
}

NativeSystem::~NativeSystem() { restore_kernel_state(); }

void NativeSystem::set_plain_points(PlainPoints visible) {
  options_.plain_points = visible;
  flags().plain_points = visible;
}

void NativeSystem::keep_states(const StateKeeping& keeping) {
  keeping_ = keeping;
  keeping_.looks_for_leaks = options_.report_leaks;
}

void NativeSystem::restart() {
  scheduler().script().clear();
  marks_.clear();
  marks_.push_back(new_mark(nullptr, ScriptStep{}));
  // The marks of a search that others interrupt outlive the path.
  if (kept_.snapshots == Reach::path) store_.clear();
  if (!(keeping_ == kept_)) begin_keeping();
  start();
}

Mark NativeSystem::initial_mark() const { return marks_.front(); }

// Returns whether snapshots would help, but are not taken.
bool NativeSystem::is_slow(const StateKeeping& keeping) const {
  return pace_.is_slow() && !flags().kernel_is_used && !keeping.compares &&
         keeping.snapshots == Reach::nowhere && keeping.snapshots_when_slow != Reach::nowhere;
}

void NativeSystem::begin_keeping() {
  if (kept_.is_clean()) {
    scan();
    memory_image().restore_initial();
  }
  if (is_slow(keeping_)) {
    keeping_.snapshots = keeping_.snapshots_when_slow;
    keeping_.selects_marks = true;
  }
  kept_ = keeping_;
  flags().reorders = kept_.reorders;
  const bool clean = kept_.is_clean();
  initial_.restore();
  heap().keep_clean(clean);
  scheduler().keep_clean(clean);
  store_.set_limit(kept_.max_bytes);
  memory_image().set_spin_history_counts(kept_.spin_history_counts);
  memory_image().set_wide(kept_.wide);
  memory_image().set_reach(kept_.snapshots);
  if (clean && !memory_image().has_begun()) memory_image().begin(options_.regions);
}

// Runs from the initial state along the script.
void NativeSystem::start() {
  const SnapshotPace::Measurement measurement(pace_, executions_begun_);
  ++executions_begun_;
  steps_executed_again_ += scheduler().script().size();
  if (kept_.is_clean()) {
    scan();
    memory_image().restore_initial();
  }
  initial_.restore();
  restore_kernel_state();
  begin_scope(options_.early_timeouts, options_.spurious_wakeups);
  shared_memory().begin_execution();
  // Data that the race watch leaves on the stacks would make equal states differ, unless it is
  // present in all of them.  With RaceWatch::note it is not: only a sample of the executions is
  // watched.
  const bool compares = kept_.compares && watch_ == RaceWatch::note;
  const bool is_whole = kept_.snapshots == Reach::nowhere || kept_.is_stateless();
  begin_race_watch(watch_, is_whole && !compares);
  begin_block_races(!kept_.watches_blocks ? BlockWatch::off
                    : kept_.compares      ? BlockWatch::log
                                          : BlockWatch::learn);
  const bool pauses = kept_.cleans_each_step() || kept_.is_stateless();
  scheduler().start(pauses ? 0 : scheduler().script().size());
  check_interruption();
  note_step(kMainThread);
  clean_up();
  if (kept_.is_stateless() && can_keep_snapshots() && scheduler().ended() == Verdict::running) {
    keep_snapshot(*marks_.front());
  }
  advance_to(scheduler().script().size());
  observe();
  take_reported();
}

void NativeSystem::take_reported() {
  reported_.clear();
  for (const Scheduler::FailureRecord& failure_record : scheduler().reported()) {
    reported_.push_back(failure_of(failure_record));
  }
}

// Along the script, as far as the program lets us.
void NativeSystem::advance_to(std::size_t depth) {
  Scheduler& scheduler = native::scheduler();
  while (scheduler.depth() < depth && scheduler.ended() == Verdict::running) {
    scheduler.resume(kept_.cleans_each_step() ? scheduler.depth() + 1 : depth);
    check_interruption();
    note_step(world().last);
    clean_up();
  }
  check_intact();
  side_effects_.clear();
  own_states_.clear();
  call_stacks_.forget_all();
  check_repeated();
}

void NativeSystem::clean_up() {
  scanned_ = false;
  if (!kept_.is_clean()) return;
  for (std::uint32_t i = 0; i < world().threads_seen; ++i) {
    const Thread& thread = world().threads[i];
    if (thread.life != Life::announced || !has_used_stack(thread.id)) continue;
    memory_image().note_run(thread.id);
    clean_stack(thread.id, reinterpret_cast<std::uintptr_t>(thread.context));
    if (kept_.compares) note_frames(writable_thread(thread.id));
  }
}

void NativeSystem::step(Decision decision) {
  Scheduler& scheduler = native::scheduler();
  HEDDLE_CHECK(view_.verdict == Verdict::running, "a step after the end");
  const Thread& chosen = thread(decision.thread);
  scheduler.script().resize(scheduler.depth());
  ScriptStep& step = scheduler.script().emplace_back();
  step.decision = decision;
  step.expected = chosen.pending;
  if (marks_.size() > scheduler.depth() + 1) marks_.resize(scheduler.depth() + 1);
  side_effect_log().clear();
  if (kept_.reorders) foreign_stack_uses().stepping();
  flags().memory_change = MemoryChange::none;
  flags().atomic_change = MemoryChange::none;
  scheduler.resume(scheduler.depth() + 1);
  check_interruption();
  check_intact();
  if (kept_.reorders) collect_side_effects();
  note_step(decision.thread);
  if (!own_states_.empty()) forget_own_states(decision.thread);
  call_stacks_.forget_moved();
  clean_up();
  observe();
  take_reported();
}

void NativeSystem::scan() {
  if (!scanned_) memory_image().scan();
  scanned_ = true;
}

Mark NativeSystem::mark() {
  const Scheduler& scheduler = native::scheduler();
  for (std::size_t depth = marks_.size(); depth <= scheduler.depth(); ++depth) {
    marks_.push_back(new_mark(marks_.back(), native::scheduler().script()[depth - 1]));
  }
  const Shared<const NativeMark>& mark = marks_[scheduler.depth()];
  if (can_keep_snapshots() && view_.verdict == Verdict::running && !has_snapshot(*mark) &&
      (!kept_.selects_marks || pace_.is_worth_a_snapshot())) {
    keep_snapshot(*mark);
  }
  return mark;
}

bool NativeSystem::can_keep_snapshots() const {
  return kept_.snapshots != Reach::nowhere && !flags().kernel_is_used;
}

void NativeSystem::keep_snapshot(const NativeMark& mark) {
  const auto take = [&] {
    scan();
    store_.keep(mark.slot(), memory_image().snapshot());
    mark.forgotten() = shared_memory().forgotten();
  };
  if (kept_.compares) return take();
  pace_.take_snapshot([&] {
    take();
    mark.race_watch() = race_watch_state();
  });
}

// Returns whether the mark has a snapshot that can be restored.
bool NativeSystem::has_snapshot(const NativeMark& mark) {
  const Snapshot* const snapshot = mark.slot().get();
  return snapshot != nullptr && memory_image().can_restore(*snapshot);
}

// Makes the script lead to the mark.  Returns how many of its steps are those taken last.
std::size_t NativeSystem::lead_script_to(const Shared<const NativeMark>& target) {
  std::vector<ScriptStep>& script = native::scheduler().script();
  script.resize(target->depth());
  marks_.resize(std::min(marks_.size(), target->depth() + 1));
  std::size_t shared = marks_.size() - 1;
  Shared<const NativeMark> at = target;
  std::vector<Shared<const NativeMark>> missing;
  // Every execution begins in the same state, whichever mark names it.
  while (at->depth() > 0 && (at->depth() > shared || at != marks_[at->depth()])) {
    script[at->depth() - 1] = at->step();
    missing.push_back(at);
    at = at->before();
    shared = std::min(shared, at->depth());
  }
  const std::size_t same = at->depth();
  marks_.resize(same + 1);
  marks_.insert(marks_.end(), missing.rbegin(), missing.rend());
  return same;
}

void NativeSystem::rewind(const Mark& mark) {
  const auto target = std::static_pointer_cast<const NativeMark>(mark);
  const std::size_t same = lead_script_to(target);
  const NativeMark* from = target.get();
  const bool needs_watch = kept_.is_stateless() && watches_next_execution(watch_);
  const auto is_enough = [needs_watch](const NativeMark& state) {
    return has_snapshot(state) && (!needs_watch || state.race_watch() != nullptr);
  };
  while (from != nullptr && !is_enough(*from)) from = from->before().get();
  if (from == nullptr || flags().kernel_is_used) {
    if (is_slow(kept_)) {
      keeping_ = kept_;
      begin_keeping();
    }
    start();
    reported_.clear();
    return;
  }
  scan();
  memory_image().restore(*from->slot().get());
  if (kept_.snapshots == Reach::path) {
    shared_memory().remember(from->forgotten());
  } else {
    shared_memory().remember_all();
  }
  scheduler().put_back(from->depth(), same);
  scanned_ = true;
  if (!kept_.compares) {
    ++executions_begun_;
    continue_race_watch(watch_, from->race_watch().get());
    pace_.restored();
  }
  steps_executed_again_ += target->depth() - from->depth();
  advance_to(target->depth());
  from == target.get() ? observe_again() : observe();
  reported_.clear();
}

void NativeSystem::repeat(const Mark& mark) {
  lead_script_to(std::static_pointer_cast<const NativeMark>(mark));
  start();
}

void NativeSystem::check_interruption() const {
  if (scheduler().ended() == Verdict::cut) throw Interruption(world().current);
}

void NativeSystem::check_repeated() const {
  const Scheduler::Mismatch& mismatch = scheduler().mismatch();
  const std::size_t depth = scheduler().depth();
  if (mismatch.found) {
    throw Divergence(mismatch.step, mismatch.thread, mismatch.expected, mismatch.announced,
                     "a thread announced a different operation than before");
  }
  if (depth < scheduler().script().size()) {
    const ScriptStep& step = scheduler().script()[depth];
    throw Divergence(depth, step.decision.thread, step.expected, Operation{},
                     "the execution ended earlier than before");
  }
}

Fingerprint NativeSystem::fingerprint() {
  HEDDLE_CHECK(kept_.compares, "a fingerprint of states that are not compared");
  scan();
  return memory_image().fingerprint();
}

void NativeSystem::set_step_limit(std::uint64_t steps) {
  options_.max_steps = steps;
  if (view_.verdict == Verdict::cut && scheduler().depth() < steps) observe();
}

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
    if (thread.life != Life::announced) continue;
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
