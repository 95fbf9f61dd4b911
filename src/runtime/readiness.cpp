#include "runtime/readiness.hpp"

#include <algorithm>

#include "core/check.hpp"
#include "core/chosen_set.hpp"
#include "runtime/cancellation.hpp"
#include "runtime/descriptor_wait.hpp"
#include "runtime/embedded_objects.hpp"
#include "runtime/requeue.hpp"
#include "runtime/spin.hpp"
#include "runtime/timers.hpp"
#include "sync/condition.hpp"

namespace heddle::native {
namespace {

std::uint16_t wake_alternatives(ObjectId object, std::uint64_t wanted, ObjectId bits = kNoObject) {
  const std::uint64_t waiters = count_waiters(object, bits);
  return static_cast<std::uint16_t>(ways_to_choose(std::min(wanted, waiters), waiters));
}

// Returns whether the thread could return if it was woken: a condition wait must get its mutex
// back.
bool may_return(const Thread& thread) {
  return thread.pending.kind != OpKind::cond_wake || mutex_at(thread.pending.second).is_free();
}

bool is_timed(OpKind kind) {
  return kind != OpKind::choose && kind != OpKind::process_fork && is_outer_choice(kind);
}

bool is_destroyed_rwlock(ObjectId object) { return rwlock_mark(object) == kDestroyed; }

// Returns whether a lock or semaphore operation would succeed now.  An operation on a destroyed
// lock, or on one that the thread holds, does not block: it is an error, reported when it is
// performed.
bool can_take(const Thread& thread) {
  const ObjectId object = thread.pending.object;
  switch (thread.pending.kind) {
    case OpKind::mutex_lock:
      return sync::can_lock(mutex_at(object), thread.id);
    case OpKind::mutex_timedlock:
      return sync::can_lock_in_time(mutex_at(object), thread.id);
    case OpKind::rwlock_rdlock:
    case OpKind::rwlock_timedrdlock:
      return is_destroyed_rwlock(object) || sync::can_read(rwlock_at(object), thread.id);
    case OpKind::rwlock_wrlock:
    case OpKind::rwlock_timedwrlock:
      return is_destroyed_rwlock(object) || sync::can_write(rwlock_at(object), thread.id);
    case OpKind::spin_lock:
      return spin_lock_at(object).is_free() || spin_lock_at(object).held_by(thread.id);
    default:
      return semaphore_mark(object) == kDestroyed || sync::can_wait(semaphore_at(object));
  }
}

// Returns in how many ways the thread is enabled without an advance of the clock.
std::uint16_t ready_now(const Thread& thread) {
  const Operation& operation = thread.pending;
  switch (operation.kind) {
    case OpKind::mutex_lock:
    case OpKind::mutex_timedlock:
    case OpKind::rwlock_rdlock:
    case OpKind::rwlock_timedrdlock:
    case OpKind::rwlock_wrlock:
    case OpKind::rwlock_timedwrlock:
    case OpKind::spin_lock:
    case OpKind::sem_wait:
    case OpKind::sem_timedwait:
      return can_take(thread) ? 1 : 0;
    case OpKind::cond_wake:
      return sync::can_end_wait(thread.parking, mutex_at(operation.second)) ? 1 : 0;
    case OpKind::futex_wake_up:
    case OpKind::barrier_wake:
      return thread.parking.woken ? 1 : 0;
    case OpKind::sleep:
      return operation.object != kNoObject && is_possible(operation) ? 1 : 0;
    case OpKind::thread_join: {
      const std::uint64_t joined = static_cast<std::uint64_t>(operation.object) & 0xffff;
      return world().threads[joined].life == Life::exited ? 1 : 0;
    }
    case OpKind::once_begin: {
      const void* address = address_of(operation.object);
      // `value` distinguishes the guard of a static from a pthread_once_t: their layouts differ.
      return sync::can_begin(operation.value != 0 ? load_guard(address) : load_once(address)) ? 1
                                                                                              : 0;
    }
    case OpKind::cond_signal:
      return std::max<std::uint16_t>(wake_alternatives(operation.object, 1), 1);
    case OpKind::futex_wake:
      return std::max<std::uint16_t>(
          wake_alternatives(operation.object, operation.value, operation.second), 1);
    case OpKind::futex_requeue:
      return requeue_alternatives(operation);
    case OpKind::choose:
    case OpKind::process_fork:
      return static_cast<std::uint16_t>(operation.value);
    default:
      return 1;
  }
}

bool is_paused(const Thread& thread) {
  return thread.life == Life::announced ||
         (thread.life == Life::running && is_timed(thread.pending.kind));
}

// Returns whether no thread is enabled unless time passes, or all enabled threads only spin, which
// takes time.  `deadline` is the earliest one that would enable a thread.
bool is_quiescent(std::uint64_t& deadline) {
  const World& world = native::world();
  deadline = kNever;
  for (std::uint32_t i = 0; i < world.threads_seen; ++i) {
    const Thread& thread = world.threads[i];
    if (!is_paused(thread)) continue;
    const bool can_move = ready_now(thread) > 0 || (is_cancelled(thread) && may_return(thread));
    if (can_move && !spins_on(thread)) return false;
    if (thread.deadline != kNever && may_return(thread))
      deadline = std::min(deadline, thread.deadline);
  }
  return true;
}

bool times_out_for_free(const Thread& thread) {
  if (thread.deadline <= world().now) return true;  // it has expired, in whatever way time passed
  std::uint64_t earliest = kNever;
  return is_quiescent(earliest) && thread.deadline == earliest;
}

struct Wakes {
  bool woken = false;
  bool timed_out = false;
  bool spurious = false;
  bool cancelled = false;
  std::uint16_t count() const {
    return static_cast<std::uint16_t>(woken + timed_out + spurious + cancelled);
  }
};

// Returns whether cancellation may end the wait.  A condition wait has begun: its wake-up may come
// before the cancellation takes effect.  A wake-up that other threads wait for is not consumed, so
// it must have been theirs from the beginning.  Any other operation has not begun, and a cancelled
// thread does not begin it.
bool ends_by_cancellation(const Thread& thread) {
  if (!is_cancelled(thread)) return false;
  const bool woken = thread.parking.woken && count_waiters(thread.pending.object) > 0;
  return thread.pending.kind != OpKind::cond_wake || !woken;
}

Wakes wakes_of(const Thread& thread) {
  Wakes wakes;
  wakes.woken = ready_now(thread) > 0;
  if (!may_return(thread)) return wakes;
  wakes.cancelled = ends_by_cancellation(thread);
  if (wakes.cancelled && thread.pending.kind != OpKind::cond_wake) {
    const bool joins = wakes.woken && thread.pending.kind == OpKind::thread_join;
    return {.woken = joins, .cancelled = !joins};
  }
  const bool can_be_had = wakes.woken && (is_timed_attempt(thread.pending.kind) ||
                                          thread.pending.kind == OpKind::thread_join ||
                                          thread.pending.kind == OpKind::sleep);
  const bool may_time_out = thread.deadline != kNever && !can_be_had && !thread.parking.woken;
  wakes.timed_out = may_time_out && (world().early_timeouts_left > 0 || times_out_for_free(thread));
  const bool parked =
      thread.pending.kind == OpKind::cond_wake || thread.pending.kind == OpKind::futex_wake_up;
  const bool may_wake = parked && !thread.parking.woken;
  wakes.spurious = may_wake && world().spurious_left > 0;
  ExcludedChoices& excluded = runtime().excluded;
  if (may_time_out && !wakes.timed_out) ++excluded.early_timeouts;
  if (may_wake && !wakes.spurious) ++excluded.spurious_wakeups;
  return wakes;
}

// Returns a thread that could go on while the wait of another one times out early.
ThreadId thread_passed_over(const Thread& waiter) {
  const World& world = native::world();
  for (std::uint32_t i = 0; i < world.threads_seen; ++i) {
    const Thread& thread = world.threads[i];
    if (&thread != &waiter && is_paused(thread) && ready_now(thread) > 0 && !spins_on(thread)) {
      return thread.id;
    }
  }
  return kNoThread;
}

void spend_one(std::uint32_t& left) {
  if (left != kUnlimitedWaits) --left;
}

}  // namespace

bool shares_bits(const Thread& waiter, ObjectId bits) {
  const ObjectId own = waiter.pending.second;
  if (bits == kNoObject || own == kNoObject) return true;
  return (static_cast<std::uint64_t>(own) & static_cast<std::uint64_t>(bits)) != 0;
}

bool depends_on_spurious_wakeup(const Thread& thread) {
  if (world().spurious_left != kUnlimitedWaits) [[likely]]
    return false;
  const OpKind kind = thread.pending.kind;
  if (kind != OpKind::cond_wake && kind != OpKind::futex_wake_up) return false;
  const Wakes wakes = wakes_of(thread);
  return wakes.spurious && wakes.count() == 1;
}

std::uint16_t alternatives_of_wait(const Thread& thread) {
  // The most frequent operations take a short path.
  const Operation& operation = thread.pending;
  if (!is_cancelled(thread)) [[likely]] {
    if (operation.kind == OpKind::mutex_unlock) return 1;
    if (operation.kind == OpKind::mutex_lock) {
      return sync::can_lock(mutex_at(operation.object), thread.id) ? 1 : 0;
    }
    if (operation.kind == OpKind::thread_join && thread.deadline == kNever) {
      return ready_now(thread);
    }
  }
  if (is_timed(thread.pending.kind)) return wakes_of(thread).count();
  return is_cancelled(thread) ? 1 : ready_now(thread);
}

Wake take_wake(Thread& thread) {
  const Wakes wakes = wakes_of(thread);
  std::uint16_t choice = thread.alternative;
  if (wakes.woken && choice-- == 0) return Wake::woken;
  World& world = native::world();
  if (wakes.timed_out && choice-- == 0) {
    const bool is_free = times_out_for_free(thread);
    if (!is_free) spend_one(world.early_timeouts_left);
    if (StepObserver* const observer = runtime().observer) {
      observer->outcome(Outcome::done, is_free ? kNoThread : thread_passed_over(thread));
    }
    if (thread.deadline > world.now) {
      world.now = thread.deadline;
      runtime().events.time_passed(thread);
    }
    expire_timers();
    return Wake::timed_out;
  }
  if (wakes.spurious && choice-- == 0) {
    spend_one(world.spurious_left);
    return Wake::spurious;
  }
  HEDDLE_CHECK(wakes.cancelled && choice == 0, "a blocked thread was chosen");
  return Wake::cancelled;
}

std::uint64_t count_waiters(ObjectId object, ObjectId bits) {
  std::uint64_t count = 0;
  for_each_waiter(object,
                  [&](const Thread& waiter) { count += shares_bits(waiter, bits) ? 1U : 0U; });
  return count;
}

Woken wake_waiters(ObjectId object, std::uint64_t count, std::uint16_t alternative, ObjectId bits) {
  Woken woken;
  choose_waiters(object, count, alternative, bits, [&](Thread& thread) {
    sync::wake(thread.parking);
    if (woken.count++ == 0) woken.first = thread.id;
  });
  return woken;
}

}  // namespace heddle::native
