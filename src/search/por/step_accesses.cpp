#include "search/por/step_accesses.hpp"

#include <algorithm>
#include <limits>

#include "core/check.hpp"
#include "core/chosen_set.hpp"

namespace heddle::search {
namespace {

constexpr std::uint64_t kAll = std::numeric_limits<std::uint64_t>::max();

bool may_wake(OpKind kind) {
  return kind == OpKind::cond_signal || kind == OpKind::cond_broadcast ||
         kind == OpKind::futex_wake || kind == OpKind::futex_requeue ||
         kind == OpKind::barrier_wait;
}

// How many of so many waiters the operation wakes, at most.
std::uint64_t wakes(const Operation& operation, std::size_t waiters) {
  switch (operation.kind) {
    case OpKind::cond_signal:
      return 1;
    case OpKind::futex_wake:
      return operation.value;
    case OpKind::futex_requeue:
      return operation.value & 0xffff;  // the rest says how many go to wait elsewhere
    case OpKind::barrier_wait:
      return waiters + 1 >= operation.value ? kAll : 0;  // the value is how many it takes
    default:
      return kAll;
  }
}

// Waits and wake-ups of a futex may name bits, of which they must share one; none means all.
bool shares_bits(const Operation& waiter, const Operation& wake) {
  if (wake.kind != OpKind::futex_wake) return true;
  if (waiter.second == kNoObject || wake.second == kNoObject) return true;
  return (static_cast<std::uint64_t>(waiter.second) & static_cast<std::uint64_t>(wake.second)) != 0;
}

// That a thread which spins goes on depends on all that it waits to see changed.
void add_awaited(const StateView& view, ThreadId thread, std::vector<Access>& into) {
  if (view.relations == nullptr) return;
  for (const Awaited& awaited : view.relations->awaited(thread)) {
    if (std::find(into.begin(), into.end(), awaited.access) == into.end()) {
      into.push_back(awaited.access);
    }
  }
}

// Whether the operation is an arrival at a barrier that commutes with every other arrival.  The
// last two of a round do not: the last thread's return value differs, and a later arrival belongs
// to the next round.
bool commutes_at_barrier(const Operation& operation, std::size_t waiters) {
  return operation.kind == OpKind::barrier_wait && waiters + 2 < operation.value;
}

// Turns the write of the operation's object into a read where the operation commutes with others of
// its kind.  An unlock by a reader commutes with other readers, as its lock did.
void refine(const StateView& view, const Operation& operation, std::size_t waiters,
            std::vector<Access>& accesses) {
  if (commutes_at_barrier(operation, waiters)) accesses.front().mode = AccessMode::read;
  if (operation.kind != OpKind::rwlock_unlock || view.relations == nullptr) return;
  const ObjectState object_state = view.relations->object_state(operation, operation.object);
  if (object_state.kind == ObjectState::Kind::shared) accesses.front().mode = AccessMode::read;
}

}  // namespace

void StepAccesses::stepping(const Path& path, Decision decision) {
  HEDDLE_CHECK(frames_.size() == path.depth(),
               "the accesses of steps are out of step with the path");
  const ThreadId mover = decision.thread;
  const Operation& operation = path.view().threads.next_of(mover);
  make_room(mover);
  frames_.push_back(static_cast<std::uint32_t>(wakings_.size()));
  collect_waiters(path.view(), operation);
  choose_woken(operation, decision.alternative);
  accesses_.clear();
  StepEffect effect{woken_, Outcome::done};
  if (is_wake_up(operation.kind)) {
    if (has_token_[index(mover)]) {
      flip_token(mover);
      // Woken, it would have gone on in the first way; it was cancelled instead.
      if (decision.alternative > 0) effect.outcome = Outcome::cancelled;
    } else {
      effect.outcome = Outcome::timed_out;
    }
  }
  add_accesses(mover, operation, effect, accesses_);
  refine(path.view(), operation, waiters_.size(), accesses_);
  add_awaited(path.view(), mover, accesses_);
  kind_ = operation.kind;
  only_read_ = commutes_at_barrier(operation, waiters_.size());
  for (const ThreadId woken : woken_) flip_token(woken);
  // A join ends with the step of the thread that it waits for; as a step of its own it timed out.
  passes_time_ = concerns_all(operation.kind) || effect.outcome != Outcome::done;
}

void StepAccesses::stepped(const Path& path) {
  const Relations* relations = path.view().relations;
  if (relations == nullptr || !is_atomic_update(kind_) || accesses_.empty()) return;
  if (relations->operation_change() != MemoryChange::none) return;
  accesses_.front().mode = AccessMode::read;
  only_read_ = true;
}

void StepAccesses::rewound(const Path& path) {
  if (frames_.size() <= path.depth()) return;
  const std::uint32_t wakings = frames_[path.depth()];
  frames_.resize(path.depth());
  for (; wakings_.size() > wakings; wakings_.pop_back()) {
    has_token_[index(wakings_.back())] = !has_token_[index(wakings_.back())];
  }
}

void StepAccesses::add_pending(const StateView& view, const ThreadView& thread,
                               std::vector<Access>& into) {
  collect_waiters(view, thread.next);
  add_accesses(thread.id, thread.next, {waiters_, Outcome::done}, into);
  refine(view, thread.next, waiters_.size(), into);
  add_awaited(view, thread.id, into);
}

void StepAccesses::make_room(ThreadId thread) {
  if (has_token_.size() <= index(thread)) has_token_.resize(index(thread) + std::size_t{1});
}

void StepAccesses::collect_waiters(const StateView& view, const Operation& wake) {
  waiters_.clear();
  if (!may_wake(wake.kind) || view.threads.empty()) return;
  make_room(view.threads.back().id);
  for (const ThreadView& thread : view.threads) {
    if (is_wake_up(thread.next.kind) && thread.next.object == wake.object &&
        !has_token_[index(thread.id)] && shares_bits(thread.next, wake)) {
      waiters_.push_back(thread.id);
    }
  }
}

void StepAccesses::choose_woken(const Operation& wake, std::uint16_t alternative) {
  woken_.clear();
  if (waiters_.empty()) return;
  const std::uint64_t count =
      std::min<std::uint64_t>(wakes(wake, waiters_.size()), waiters_.size());
  // A requeue's alternative also says who goes to wait elsewhere.
  ChosenSet chosen(waiters_.size(), count, alternative % ways_to_choose(count, waiters_.size()));
  for (const ThreadId waiter : waiters_) {
    if (chosen.takes_next()) woken_.push_back(waiter);
  }
}

void StepAccesses::flip_token(ThreadId thread) {
  has_token_[index(thread)] = !has_token_[index(thread)];
  wakings_.push_back(thread);
}

}  // namespace heddle::search
