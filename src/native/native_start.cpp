// Begins executions.  Before it creates threads, the program may run for long, and does the same
// each time.  So where snapshots are kept, later executions begin at the base: the state before the
// first thread is created, or before the first step if that is earlier.
#include "monitors/block_races.hpp"
#include "monitors/event_sources.hpp"
#include "monitors/shared_memory.hpp"
#include "native/native_mark.hpp"
#include "native/native_system.hpp"
#include "runtime/fiber/fiber_stack.hpp"
#include "runtime/kernel_state.hpp"
#include "runtime/root.hpp"
#include "runtime/scope.hpp"
#include "snapshot/memory_image.hpp"

namespace heddle::native {

void NativeSystem::restart() {
  scheduler().script().clear();
  marks_.clear();
  marks_.push_back(new_mark(nullptr, ScriptStep{}));
  // The marks of a search that others interrupt outlive the path.
  if (kept_.snapshots == Reach::path) store_.clear();
  take_snapshots_if_slow();
  if (!(waits_wanted_ == waits_)) {
    waits_ = waits_wanted_;
    base_.reset();  // it contains the limits
  }
  if (can_begin_at_base()) return begin_at_base();
  if (!(keeping_ == kept_)) begin_keeping();
  start();
}

void NativeSystem::repeat(const Mark& mark) {
  lead_script_to(std::static_pointer_cast<const NativeMark>(mark));
  keeping_ == kept_&& can_begin_at_base() ? begin_at_base() : start();
}

// Returns whether the base is of use.  A recorder observes how it is reached, and where the scope
// begins, another way may lead there.  `keeping_` must find what `kept_` left: a tree keeps the
// hashes of its blocks, which depend on spin histories.
bool NativeSystem::can_begin_at_base() const {
  const bool hashes_alike =
      kept_.wide == keeping_.wide && (kept_.snapshots != Reach::anywhere ||
                                      kept_.spin_history_counts == keeping_.spin_history_counts);
  return base_ && hashes_alike && kept_.is_clean() == keeping_.is_clean() &&
         kept_.snapshots == keeping_.snapshots && can_keep_base() &&
         memory_image().can_restore(base_->snapshot);
}

bool NativeSystem::can_keep_base() const {
  return can_keep_snapshots() && runtime().observer == nullptr && !flags().has_scope;
}

// Takes the present state as the base, if it is one: the main thread has always been alone.  So no
// access was a scheduling point, no monitor followed any, and every execution comes here.
void NativeSystem::keep_base() {
  base_.reset();
  const bool is_alone = world().threads_seen == 1 && scheduler().reported().empty();
  if (!is_alone || !can_keep_base() || scheduler().ended() != Verdict::running) return;
  memory_image().note_run(kMainThread);
  clean_stack(kMainThread, reinterpret_cast<std::uintptr_t>(thread(kMainThread).context));
  memory_image().scan_first();
  scanned_ = true;
  base_ = {memory_image().snapshot(), scheduler().is_at_base()};
  memory_image().forget_before(base_->snapshot);
}

// Begins an execution at the base, along the script.
void NativeSystem::begin_at_base() {
  ++executions_begun_;
  steps_executed_again_ += scheduler().script().size();
  restore_base();
  go_on_from_first_step();
}

void NativeSystem::restore_base() {
  scan();
  restore(base_->snapshot);
  if (!(keeping_ == kept_)) change_keeping();
  scheduler().put_back(0, 0);
  begin_monitors();
  if (base_->is_before_creation) scheduler().leave_base();
}

// Goes on from the first step.
void NativeSystem::go_on_from_first_step() {
  check_interruption();
  note_step(kMainThread);
  note_stack_use(kMainThread);  // at the base, its frames were not noted
  clean_up();
  if (kept_.is_stateless() && can_keep_snapshots() && scheduler().ended() == Verdict::running) {
    keep_snapshot(*marks_.front());  // a stateless search often returns there
  }
  advance_to(scheduler().script().size());
  observe();
  take_reported();
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

// Returns whether snapshots would help, but are not taken.
bool NativeSystem::is_slow(const StateKeeping& keeping) const {
  return pace_.is_slow() && !flags().kernel_is_used && !keeping.compares &&
         keeping.snapshots == Reach::nowhere && keeping.snapshots_when_slow != Reach::nowhere;
}

void NativeSystem::take_snapshots_if_slow() {
  if (!is_slow(keeping_)) return;
  keeping_.snapshots = keeping_.snapshots_when_slow;
  keeping_.selects_marks = true;
}

// Begins to keep states in another way, from the initial state on.
void NativeSystem::begin_keeping() {
  if (kept_.is_clean()) restore_initial();
  take_snapshots_if_slow();
  base_.reset();
  kept_ = keeping_;
  flags().reorders = kept_.reorders;
  const bool clean = kept_.is_clean();
  initial_.restore();
  // A tree has no room for contents that do not belong to a state.
  heap().keep_clean(clean, kept_.snapshots == Reach::anywhere);
  scheduler().keep_clean(clean);
  store_.set_limit(kept_.max_bytes);
  memory_image().set_spin_history_counts(kept_.spin_history_counts);
  memory_image().set_wide(kept_.wide);
  memory_image().set_reach(kept_.snapshots);
  if (clean && !memory_image().has_begun()) memory_image().begin(options_.regions);
}

// Begins to keep states in another way, at the base.  REQUIRES: can_begin_at_base().
void NativeSystem::change_keeping() {
  kept_ = keeping_;
  flags().reorders = kept_.reorders;
  store_.set_limit(kept_.max_bytes);
  memory_image().set_spin_history_counts(kept_.spin_history_counts);
  base_->snapshot = memory_image().snapshot();
  memory_image().forget_before(base_->snapshot);
}

// Runs from the initial state along the script.
void NativeSystem::start() {
  const SnapshotPace::Measurement measurement(pace_, executions_begun_);
  ++executions_begun_;
  steps_executed_again_ += scheduler().script().size();
  if (kept_.is_clean()) restore_initial();
  initial_.restore();
  restore_kernel_state();
  begin_scope(waits_.early_timeouts, waits_.spurious_wakeups);
  begin_monitors();
  const bool pauses = kept_.cleans_each_step() || kept_.is_stateless();
  scheduler().start(pauses ? 0 : scheduler().script().size(), can_keep_base());
  check_interruption();
  keep_base();
  if (scheduler().is_at_base()) scheduler().leave_base();
  go_on_from_first_step();
}

void NativeSystem::begin_monitors() {
  has_compared_ |= kept_.compares;
  has_compared_ ? shared_memory().remember_all() : shared_memory().forget_all();
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

}  // namespace heddle::native
