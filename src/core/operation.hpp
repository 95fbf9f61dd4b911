// The pending operation of a thread, as plain data.  A thread is always paused *before* the
// operation it announced.
#pragma once

#include <cstdint>
#include <string_view>

#include "core/ids.hpp"

namespace heddle {

enum class OpKind : std::uint16_t {
  none,
  // Threads.  Creating, starting and ending a thread are never scheduling points: they conflict
  // with nothing but the join that waits for them.  They appear in traces as notes.
  thread_create,
  thread_start,
  thread_exit,
  thread_join,
  thread_cancel,
  cancel_test,  // a look whether the thread itself was cancelled
  program_end,  // of the whole process, while other threads live: what they did not do, they never
                // do
  // Mutexes.
  mutex_lock,
  mutex_trylock,
  mutex_timedlock,
  mutex_unlock,
  // Read-write locks.
  rwlock_rdlock,
  rwlock_tryrdlock,
  rwlock_timedrdlock,
  rwlock_wrlock,
  rwlock_trywrlock,
  rwlock_timedwrlock,
  rwlock_unlock,
  // Spin locks of the C library.  A spin lock that a program makes of an atomic is no such thing.
  spin_lock,
  spin_trylock,
  spin_unlock,
  // Condition variables.  A wait is two operations: `cond_wait` releases the mutex and joins the
  // waiters, `cond_wake` leaves them (signalled, timed out or spuriously) and takes the mutex
  // again.
  cond_wait,
  cond_wake,
  cond_signal,
  cond_broadcast,
  // Barriers.  Split like a condition wait, for all but the thread that arrives last: that one
  // wakes the others and goes on.
  barrier_wait,
  barrier_wake,
  // Semaphores.
  sem_post,
  sem_wait,
  sem_trywait,
  sem_timedwait,
  sem_value,
  // Futexes.  Split like a condition wait: `futex_wait` compares and sleeps, `futex_wake_up`
  // returns from it.
  futex_wait,
  futex_wake_up,
  futex_wake,
  futex_requeue,          // wakes some of a futex's waiters and lets others wait at another one
  futex_requeue_refused,  // the same, while the word is not what the caller expects
  // `pthread_once`, `std::call_once` and guards of function-local statics.
  once_begin,
  once_end,
  once_abort,
  // The end of a mutex, condition, semaphore, ...: using it afterwards is an error.
  destroy,
  // Atomic memory.
  atomic_load,
  atomic_store,
  atomic_exchange,
  atomic_update,  // fetch_add and its family
  atomic_compare_exchange,
  fence,
  // Plain memory.
  read,
  write,
  // A read that waits until the cell holds `value` (models only).
  await,
  // Time.
  yield,
  sleep,
  // heddle::choose: a data choice.
  choose,
  // fork.  The choice is which process the execution follows; the new one has no other threads.
  process_fork,
  // A step of a process of a user's model, as heddle/model.hpp declares it.
  action,
};

// Returns the name shown to users: "lock", "wait", "load".
std::string_view name(OpKind kind);

// Returns the stable spelling in trace files: "mutex_lock".  `op_kind` is its inverse; it returns
// `none` for an unknown word.
std::string_view key(OpKind kind);
OpKind op_kind(std::string_view key);

// Returns whether this is the second half of a wait, which leaves the waiters of its object.
constexpr bool is_wake_up(OpKind kind) {
  return kind == OpKind::cond_wake || kind == OpKind::futex_wake_up || kind == OpKind::barrier_wake;
}

constexpr bool is_memory_access(OpKind kind) {
  switch (kind) {
    case OpKind::atomic_load:
    case OpKind::atomic_store:
    case OpKind::atomic_exchange:
    case OpKind::atomic_update:
    case OpKind::atomic_compare_exchange:
    case OpKind::read:
    case OpKind::write:
      return true;
    default:
      return false;
  }
}

// Mutexes, read-write locks and spin locks.
constexpr bool takes_lock(OpKind kind) {
  return (kind >= OpKind::mutex_lock && kind <= OpKind::mutex_timedlock) ||
         (kind >= OpKind::rwlock_rdlock && kind <= OpKind::rwlock_timedwrlock) ||
         kind == OpKind::spin_lock || kind == OpKind::spin_trylock;
}
constexpr bool releases_lock(OpKind kind) {
  return kind == OpKind::mutex_unlock || kind == OpKind::rwlock_unlock ||
         kind == OpKind::spin_unlock;
}

// Returns whether this is an operation on a synchronisation object of the C library, which lies in
// the program's memory.  A native operation gives the object's size.  The second half of a wait on
// a barrier does not count: it no longer needs the object.
constexpr bool is_object_operation(OpKind kind) {
  return (kind >= OpKind::mutex_lock && kind <= OpKind::sem_value &&
          kind != OpKind::barrier_wake) ||
         (kind >= OpKind::once_begin && kind <= OpKind::destroy);
}

// The bytes of a synchronisation object that the monitors count as read by an operation on it: one
// cell.  Whatever initialises or overwrites the object writes them.
inline constexpr std::uint16_t kObjectBytes = 8;

// Returns whether this reads a cell and may write it.
constexpr bool is_atomic_update(OpKind kind) {
  return kind == OpKind::atomic_exchange || kind == OpKind::atomic_update ||
         kind == OpKind::atomic_compare_exchange;
}

// Returns whether this acquires something as soon as possible and gives up at a deadline.
constexpr bool is_timed_attempt(OpKind kind) {
  return kind == OpKind::mutex_timedlock || kind == OpKind::rwlock_timedrdlock ||
         kind == OpKind::rwlock_timedwrlock || kind == OpKind::sem_timedwait;
}

// Returns whether the alternatives of the operation are choices of the program's surroundings: the
// value of a data choice, which process to follow, or how a wait ends that can end in several ways
// now.
constexpr bool is_outer_choice(OpKind kind) {
  return kind == OpKind::choose || kind == OpKind::process_fork || kind == OpKind::cond_wake ||
         kind == OpKind::futex_wake_up || kind == OpKind::sleep || kind == OpKind::thread_join ||
         is_timed_attempt(kind);
}

// Returns whether the operation depends on those of all other threads, whatever their objects: it
// may let time pass, or it meets a thread wherever that one is, or its end, which is no step.
constexpr bool concerns_all(OpKind kind) {
  return kind == OpKind::sleep || is_timed_attempt(kind) || kind == OpKind::thread_join ||
         kind == OpKind::thread_cancel || kind == OpKind::process_fork;
}

// The widths leave no padding: operations are compared as memory too.
struct Operation {
  OpKind kind = OpKind::none;
  std::uint16_t size = 0;          // bytes accessed, or of the object; 0: it is no memory
  std::uint32_t memory_order = 5;  // std::memory_order as a number, for atomics
  ObjectId object = kNoObject;     // the mutex, condition, cell, ...; for a join, end_of(thread)
  ObjectId second = kNoObject;     // the mutex of a condition wait, the target of a requeue
  std::uint64_t value =
      0;  // the argument: value stored, number of waiters to wake, number of choices
  Site site = kNoSite;

  friend bool operator==(const Operation&, const Operation&) = default;
};

// The `value` of a program_end: the thread was interrupted in a step that does not end.  The site
// is that of its last operation.
inline constexpr std::uint64_t kInterrupted = 1;

constexpr bool is_interruption(const Operation& operation) {
  return operation.kind == OpKind::program_end && operation.value == kInterrupted;
}

// The same operation at the same place: what a replay must repeat.  Values may be compared by the
// program's own means; they follow from the schedule.
constexpr bool same_announcement(const Operation& a, const Operation& b) {
  return a.kind == b.kind && a.object == b.object && a.second == b.second && a.site == b.site;
}

// The objects that stand for a thread's end and for a waiting thread's wake-up token.  They live in
// a range that no user-space address and no model object uses.
constexpr ObjectId end_of(ThreadId thread) {
  return ObjectId{0xffff'0000'0000'0000ULL | index(thread)};
}
constexpr ObjectId token_of(ThreadId thread) {
  return ObjectId{0xfffe'0000'0000'0000ULL | index(thread)};
}
// The pending cancellation request of a thread.
constexpr ObjectId cancellation_of(ThreadId thread) {
  return ObjectId{0xfffc'0000'0000'0000ULL | index(thread)};
}

}  // namespace heddle
