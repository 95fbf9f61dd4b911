// Implements the search's view of the program's current state.
#include <span>

#include "monitors/block_races.hpp"
#include "native/native_system.hpp"
#include "runtime/descriptor_wait.hpp"
#include "runtime/readiness.hpp"
#include "runtime/requeue.hpp"
#include "runtime/root.hpp"

namespace heddle::native {
namespace {

bool can_move(ThreadId id) {
  if (id == kNoThread) return false;
  const Thread& mover = thread(id);
  return mover.life == Life::announced && alternatives(mover) > 0 &&
         !depends_on_spurious_wakeup(mover);
}

bool any_can_move() {
  for (std::uint32_t i = 0; i < world().threads_seen; ++i) {
    if (can_move(thread_id(i))) return true;
  }
  return false;
}

}  // namespace

// Updates the view for the state just reached.
void NativeSystem::observe() {
  const World& world = native::world();
  view_.last = world.last;
  view_.verdict = scheduler().ended();
  if (view_.verdict != Verdict::running) {
    judge_end();
    view_.threads = {};
    return;
  }
  for (std::uint32_t i = 0; i < world.threads_seen; ++i) refresh_requeue(world.threads[i]);
  view_.threads = ThreadViews(*this);
  if (flags().block_watch == BlockWatch::log) note_racing_points(view_.threads);
  if (!can_move(view_.last) && !any_can_move()) {
    judge_deadlock();
  } else if (scheduler().depth() >= options_.max_steps) {
    if (!judge_wait_cycle()) view_.verdict = Verdict::cut;
  } else if (!options_.report_livelocks) {
    // The other threads need not terminate, so each state is checked for a wait cycle.
    judge_wait_cycle();
  }
}

// Updates the view for a state with a snapshot in which a thread is runnable.  The state was
// observed before, and the search may not need its threads again: they are collected on demand.
void NativeSystem::observe_again() {
  view_.last = world().last;
  view_.verdict = Verdict::running;
  view_.threads = ThreadViews(*this);
}

std::span<const ThreadView> NativeSystem::look_at_threads() const {
  const World& world = native::world();
  if (threads_.size() < world.threads_seen) threads_.resize(world.threads_seen);
  ThreadView* seen = threads_.data();
  runtime().excluded = {};
  for (std::uint32_t i = 0; i < world.threads_seen; ++i) {
    const Thread& thread = world.threads[i];
    if (!is_waiting(thread)) continue;
    // Written in place: assembling the view elsewhere and copying it is slow.
    seen->id = thread.id;
    seen->alternatives = alternatives(thread);
    seen->yielding = thread.yields || lets_others_go_first(thread.pending);
    seen->next = thread.pending;
    ++seen;
  }
  excluded_ = runtime().excluded;
  return {threads_.data(), seen};
}

const Operation& NativeSystem::announced(ThreadId thread) const {
  return native::thread(thread).pending;
}

}  // namespace heddle::native
