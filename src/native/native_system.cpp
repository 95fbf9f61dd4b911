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
#include "monitors/unseen_calls.hpp"
#include "native/crash_guard.hpp"
#include "native/native_mark.hpp"
#include "runtime/cpp_runtime.hpp"
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

NativeSystem::NativeSystem(Body body, SharedSchedule shared, const NativeOptions& options)
    : options_(options), waits_wanted_(options.waits), waits_(options.waits) {
  HEDDLE_CHECK(flags().in_engine && !flags().exploring, "a second exploration in one process");
  view_.relations = this;
  keep_states({});
  listen_to_runtime();
  runtime().events.kernel_first_used = [] { memory_image().stop_protecting(); };
  scheduler().prepare(body, shared);
  find_openmp();
  find_cpp_runtime();
  watch_unseen_calls();
  scheduler().set_goes_on(options.goes_on_after_failures);
  scheduler().set_ignores_endless_steps(!options.report_livelocks);
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

Mark NativeSystem::initial_mark() const { return marks_.front(); }

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
  // Where an execution has ended, the contents of freed blocks are left out of the fingerprint.
  if (scheduler().ended() == Verdict::running) heap().clear_freed();
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
  heap().forget_freed();
  scanned_ = true;
}

void NativeSystem::restore_initial() {
  scan();
  memory_image().restore_initial();
  heap().forget_freed();
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
    if (kept_.compares && keeping_ == kept_ && can_begin_at_base()) {
      restore_base();
      steps_executed_again_ += target->depth();
      go_on_from_first_step();
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
  return memory_image().fingerprint(heap().freed());
}

void NativeSystem::set_step_limit(std::uint64_t steps) {
  options_.max_steps = steps;
  if (view_.verdict == Verdict::cut && scheduler().depth() < steps) observe();
}

}  // namespace heddle::native
