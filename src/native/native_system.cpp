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
#include "monitors/private_memory.hpp"
#include "monitors/shared_memory.hpp"
#include "monitors/side_effect_log.hpp"
#include "monitors/step_recorder.hpp"
#include "native/crash_guard.hpp"
#include "native/native_mark.hpp"
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

// Returns how often memory has become a scheduling point, or is watched for races.
std::uint64_t changes_of_points() {
  return shared_memory().changes() + racing_memory().changes() + suspect_memory().changes() +
         private_memory().changes();
}

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
  if (can_begin_at_base()) {
    ++executions_begun_;
    restore_base();
    begin_monitors();
    advance_to(0);
    observe();
    reported_.clear();
    return;
  }
  if (!(keeping_ == kept_)) begin_keeping();
  start();
}

NativeSystem::Conditions NativeSystem::conditions(const StateKeeping& keeping) const {
  return {keeping, watch_, flags().plain_points, changes_of_points()};
}

// A recorder observes how the base is reached.
bool NativeSystem::can_begin_at_base() const {
  return base_ && can_keep_snapshots() && runtime().observer == nullptr &&
         base_->conditions == conditions(keeping_) && memory_image().can_restore(base_->snapshot);
}

void NativeSystem::restore_base() {
  scan();
  restore(base_->snapshot);
  remember_shared_accesses(0);
  scheduler().put_back(0, 0);
}

// The execution returns to an earlier state, where blocks that it has freed exist again.  A search
// that compares states continues a path only once: what is executed there also follows other paths
// to the same state, so their accesses count as well.  Other searches may run in its pauses.
void NativeSystem::remember_shared_accesses(std::size_t forgotten) const {
  if (has_compared_ || kept_.snapshots == Reach::anywhere) {
    shared_memory().remember_all();
  } else {
    shared_memory().remember(forgotten);
  }
}

// Takes the present state as the base, if later executions may begin there.  The race watch and the
// reordering of steps need the way there, and with a scope the way may be another one.
void NativeSystem::keep_base() {
  base_.reset();
  const bool is_the_same = kept_.compares && !kept_.reorders && !flags().has_scope;
  const bool is_plain = runtime().observer == nullptr && scheduler().reported().empty();
  if (!is_the_same || !is_plain || !can_keep_snapshots() ||
      scheduler().ended() != Verdict::running) {
    return;
  }
  scan();
  base_ = {memory_image().snapshot(), conditions(kept_)};
  memory_image().forget_before(base_->snapshot);
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
  base_.reset();
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
  has_compared_ |= kept_.compares;
  has_compared_ ? shared_memory().remember_all() : shared_memory().forget_all();
  begin_monitors();
  const bool pauses = kept_.cleans_each_step() || kept_.is_stateless();
  scheduler().start(pauses ? 0 : scheduler().script().size());
  check_interruption();
  note_step(kMainThread);
  clean_up();
  if (kept_.is_stateless() && can_keep_snapshots() && scheduler().ended() == Verdict::running) {
    keep_snapshot(*marks_.front());
  }
  keep_base();
  advance_to(scheduler().script().size());
  observe();
  take_reported();
}

void NativeSystem::begin_monitors() {
  // Data that the race watch leaves on the stacks would make equal states differ, unless it is
  // present in all of them.  With RaceWatch::note it is not: only a sample of the executions is
  // watched.
  const bool compares = kept_.compares && watch_ == RaceWatch::note;
  const bool is_whole = kept_.snapshots == Reach::nowhere || kept_.is_stateless();
  begin_race_watch(watch_, is_whole && !compares);
  begin_block_races(!kept_.watches_blocks ? BlockWatch::off
                    : kept_.compares      ? BlockWatch::log
                                          : BlockWatch::learn);
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

void NativeSystem::restore(const Snapshot& snapshot) {
  memory_image().restore(snapshot);
  scanned_ = true;
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
    if (can_begin_at_base()) {
      restore_base();
      steps_executed_again_ += target->depth();
      advance_to(target->depth());
      observe();
    } else {
      start();
    }
    reported_.clear();
    return;
  }
  scan();
  restore(*from->slot().get());
  remember_shared_accesses(from->forgotten());
  scheduler().put_back(from->depth(), same);
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

}  // namespace heddle::native
