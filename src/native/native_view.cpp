// What a search may know of the program's present state.
#include <span>

#include "monitors/block_races.hpp"
#include "native/native_system.hpp"
#include "runtime/readiness.hpp"
#include "runtime/requeue.hpp"

namespace heddle::native {
namespace {

bool can_move(ThreadId id) {
  if (id == kNoThread) return false;
  const Thread& mover = thread(id);
  return mover.life == Life::announced && alternatives(mover) > 0;
}

bool any_can_move() {
  for (std::uint32_t i = 0; i < world().threads_seen; ++i) {
    if (can_move(thread_id(i))) return true;
  }
  return false;
}

}  // namespace

// Looks at the state just reached.
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
  if (g_block_watch == BlockWatch::log) note_racing_points(view_.threads);
  if (!can_move(view_.last) && !any_can_move()) {
    judge_deadlock();
  } else if (scheduler().depth() >= options_.max_steps) {
    if (!judge_wait_cycle()) view_.verdict = Verdict::cut;
  } else if (!options_.report_livelocks) {
    // The others may go on for ever.
    judge_wait_cycle();
  }
}

// The same of a state that there is a snapshot of, where somebody can move.  It was looked at
// before, and nobody may want to look again.
void NativeSystem::observe_again() {
  view_.last = world().last;
  view_.verdict = Verdict::running;
  view_.threads = ThreadViews(*this);
}

std::span<const ThreadView> NativeSystem::look_at_threads() const {
  const World& world = native::world();
  if (threads_.size() < world.threads_seen) threads_.resize(world.threads_seen);
  ThreadView* seen = threads_.data();
  for (std::uint32_t i = 0; i < world.threads_seen; ++i) {
    const Thread& thread = world.threads[i];
    if (thread.life != Life::announced) continue;
    // Written where it stays: what is put together elsewhere is slow to be copied at once.
    seen->id = thread.id;
    seen->alternatives = alternatives(thread);
    seen->yielding = thread.yields || thread.pending.kind == OpKind::sleep;
    seen->next = thread.pending;
    ++seen;
  }
  return {threads_.data(), seen};
}

const Operation& NativeSystem::announced(ThreadId thread) const {
  return native::thread(thread).pending;
}

}  // namespace heddle::native
