// The door from interposed calls to the monitors: one function for each event of the program.  It
// informs every monitor that needs the event, so an interposed call cannot forget one.  Events that
// the runtime raises itself arrive through runtime/runtime_events.hpp.
//
// REQUIRES, for all functions: called on a fiber, for the program, by the current thread.  Names in
// the past tense are called after the event, the others before it.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/file_object.hpp"
#include "core/ids.hpp"
#include "core/operation.hpp"
#include "monitors/annotated_locks.hpp"
#include "monitors/block_log.hpp"
#include "monitors/foreign_stack_uses.hpp"
#include "monitors/lock_watch.hpp"
#include "monitors/memory_check.hpp"
#include "monitors/misuse.hpp"
#include "monitors/private_memory.hpp"
#include "monitors/race_annotations.hpp"
#include "monitors/race_watch.hpp"
#include "monitors/shared_memory.hpp"
#include "monitors/side_effect_log.hpp"
#include "monitors/weak_orders.hpp"
#include "runtime/readiness.hpp"
#include "runtime/root.hpp"
#include "runtime/scheduling_point.hpp"
#include "runtime/step_accesses.hpp"

namespace heddle::native::events {

// ---- objects that order threads ----

// The thread is ordered after every earlier `ordered_before` on the object.
inline void ordered_after(ObjectId object) {
  if (watches_races()) race_watch::acquire(world().current, object);
}
inline void ordered_before(ObjectId object) {
  if (watches_races()) race_watch::release(world().current, object);
}

// The thread has read the object's state, which decides where its step ends.  A step that began
// with an operation on the object already accesses it.  A read in addition would hide that the
// operation may occur in another order.
inline void object_read(ObjectId object) {
  if (logs_side_effects() && current_thread().pending.object != object) {
    side_effect_log().access(object, AccessMode::read);
  }
}

// The step has changed the state of an object that its operation does not name.
inline void object_written(ObjectId object) {
  if (logs_side_effects() && current_thread().pending.object != object) {
    side_effect_log().access(object, AccessMode::write);
  }
}

// All threads of the round have arrived.  Each is ordered after all arrivals of the round, and
// after no arrival of the next round.
inline void barrier_completed(ObjectId barrier) {
  if (!watches_races()) return;
  race_watch::acquire(world().current, barrier);
  for_each_waiter(barrier, [&](const Thread& waiter) { race_watch::acquire(waiter.id, barrier); });
  race_watch::forget(barrier);
}

// The thread performs an operation on a synchronisation object in the program's memory: it reads
// the object's first word, as an atomic load does.  To destroy the object is a plain write.
void operates_on(const Operation& operation);

// ---- locks ----

inline void acquired(ObjectId lock, LockAttempt attempt, LockUse use = LockUse::alone) {
  if (watches_races()) race_watch::acquire_lock(world().current, lock, use);
  if (flags().race_watch != RaceWatch::off) lock_watch::taken(lock, attempt, use);
}

inline void released(ObjectId lock, LockUse use = LockUse::alone) {
  if (watches_races()) race_watch::release_lock(world().current, lock, use);
  if (flags().race_watch != RaceWatch::off) lock_watch::released(lock);
}

// A thread must not end while it holds a mutex, so its record counts them.
inline void mutex_acquired(Thread& self, ObjectId mutex, LockAttempt attempt) {
  note_taken(self, mutex);
  acquired(mutex, attempt);
}

inline void mutex_released(Thread& self, ObjectId mutex) {
  note_released(self, mutex);
  released(mutex);
}

// ---- descriptors ----

// The thread passes a descriptor to a call.  No subjects are descriptors that existed before the
// program, and numbers that are none.  `site`: of the call.
void uses_descriptor(int descriptor, DescriptorUse use, Site site);
// The call has returned a new descriptor; a negative number means that it failed.
void opened_descriptor(int descriptor, Site site);
void closed_descriptor(int descriptor);

// ---- threads ----

// REQUIRES: the thread has not observed side effects of the ended one yet.
inline void joined(ThreadId ended) {
  step_accesses().forget_all();
  foreign_stack_uses().log_ends_of_current();
  if (flags().block_watch == BlockWatch::log) block_log().joined(ended);
  if (flags().reorders) side_effect_log().joined(ended);
  if (flags().race_watch != RaceWatch::off) race_watch::joined(world().current, ended);
}

// The thread ends the program.
inline void program_ends() {
  if (is_ignoring()) report_misuse(kNoObject, "%s exits while it ignores memory accesses");
}

// ---- plain accesses ----

// Returns whether an access is a scheduling point.  Notes which thread touches the memory, where
// the decision depends on it.
[[gnu::always_inline]] inline bool is_point(const Thread& thread, std::uintptr_t address,
                                            std::size_t size, bool writes) {
  switch (flags().plain_points) {
    case PlainPoints::none:
      break;
    case PlainPoints::shared:
      // The last live thread may still touch memory that it shared with others.
      return !is_alone() && shared_memory().touch(thread, address, size, writes);
    case PlainPoints::all:
      return !is_unobserved() && !private_memory().owns(thread.id, address, size);
    case PlainPoints::racing:
      return !is_alone() && racing_memory().knows(address, size);
  }
  return false;
}

// The thread makes a plain access, after its pause if the access is a scheduling point.
[[gnu::always_inline]] inline void accesses(std::uintptr_t address, std::size_t size, bool writes,
                                            bool is_point, Site site) {
  check_access(address, size, writes);
  // A thread that is alone is ordered after all others, and before those that it creates.
  const bool can_race = !is_alone() || flags().has_announced_mutexes;
  if (watches_races() && can_race) race_watch::access(address, size, writes, site);
  if (!is_point) note_block_access(address, size, writes, false);
}

// The thread changes the protection or the contents of pages, which is an access to them.
inline void changes_pages(std::uintptr_t address, std::size_t size, bool writes, bool is_point,
                          Site site, bool can_race) {
  step_accesses().forget_all();
  if (watches_races() && can_race && !is_alone()) {
    race_watch::access(address, size, writes, site);
  }
  if (!is_point) note_block_access(address, size, writes, false);
}

// The thread's step makes an access of which its operation names only the first `announced` bytes.
inline void accesses_widely(std::uintptr_t address, std::size_t size, bool writes,
                            std::size_t announced = kWidestOperation) {
  note_wide_access(address, size, writes ? AccessMode::write : AccessMode::read, announced);
}

// ---- time ----

// Returns whether a read of a clock is a scheduling point: another thread lets time pass, and
// nothing orders the two.
inline bool clock_is_point() {
  return is_point(current_thread(), static_cast<std::uintptr_t>(kClock), kClockBytes, false);
}

inline void reads_clock(Site site) {
  if (!watches_races()) return;
  race_watch::access(static_cast<std::uintptr_t>(kClock), kClockBytes, false, site);
}

// ---- atomic accesses ----

// The thread is about to pause before an atomic operation.
inline void announces_atomic(const Thread& self, std::uintptr_t address, std::size_t size,
                             bool writes) {
  if (flags().plain_points == PlainPoints::shared && !is_alone()) {
    shared_memory().touch(self, address, size, writes);
  } else if (flags().plain_points == PlainPoints::all) {
    private_memory().owns(self.id, address, size);  // a plain access of its owner meets this one
  }
}

// The thread's operation has a memory order.  A thread that is alone sees its last write under
// every order.
inline void uses_order(OpKind kind, int order, Site site) {
  if (order == __ATOMIC_SEQ_CST || is_alone()) return;
  note_weak_operation(kind, order, site, __builtin_frame_address(0));
}

// The atomic operation takes effect, with its happens-before edges.  A compare-exchange that fails
// is a load with an order of its own.
inline void synchronizes(OpKind kind, std::uintptr_t address, std::size_t size, int order,
                         Site site) {
  using Kind = races::RaceDetector::AtomicKind;
  const Kind what = kind == OpKind::atomic_load    ? Kind::load
                    : kind == OpKind::atomic_store ? Kind::store
                                                   : Kind::update;
  if (!watches_races()) return;
  race_watch::atomic(what, address, size, static_cast<std::uint32_t>(order), site);
}

// The thread performs an atomic operation after its pause.  `synchronizes` is separate: for a
// compare-exchange its kind is known only afterwards.
inline void performs_atomic(OpKind kind, std::uintptr_t address, std::size_t size, int order,
                            Site site) {
  uses_order(kind, order, site);
  note_block_access(address, size, kind != OpKind::atomic_load, true);
}

inline void fences(int order, Site site) {
  uses_order(OpKind::fence, order, site);
  if (watches_races()) race_watch::fence(static_cast<std::uint32_t>(order));
}

// ---- heap ----

inline void allocated(const void* block, ThreadId thread) {
  note_allocation(block);
  if (StepObserver* const observer = runtime().observer) observer->allocated(block, thread);
}

// The block is an exception of the C++ runtime.
inline void allocated_exception(const void* block) {
  race_watch::made_exception(reinterpret_cast<std::uintptr_t>(block));
}

// The thread gives a block of the heap back, if it is one: the pointer may be wrong.  This
// conflicts with every other use of the block.  Afterwards the memory may belong to another block.
inline void frees(const void* block) {
  const auto address = reinterpret_cast<std::uintptr_t>(block);
  StepAccesses& known = step_accesses();
  known.forget(address, known.is_empty() ? 0 : heap().size_of(block));
  if (flags().plain_points == PlainPoints::shared) note_shared_release(block);
  if (world().annotated_locks != nullptr) {
    forget_annotated_locks(address, heap().size_of(block));
  }
  if (flags().block_watch != BlockWatch::off) {
    note_block_release(address, heap().size_of(block));
  }
  if (!watches_races()) return;
  const Placement at = heap().locate(address);
  if (at.kind != Placement::Kind::in_use || at.block != address) return;
  race_watch::free(address, at.size);
}

// The thread unmaps pages or maps others in their place.  This conflicts with every other use of
// them.  It is no scheduling point, as freeing a block is none.
inline void gives_up(std::uintptr_t address, std::size_t size) {
  step_accesses().forget_all();
  note_pages_end(address, size);
  if (flags().plain_points == PlainPoints::shared) note_shared_pages(address, size);
  if (flags().block_watch != BlockWatch::off) note_block_release(address, size);
  if (watches_races()) race_watch::free(address, size);
}

inline void freed(const void* block) {
  note_block_end(block);
  if (StepObserver* const observer = runtime().observer) observer->freed(block, world().current);
}

// The block has another size and the same address.
inline void resized(const void* block) {
  step_accesses().forget_all();
  freed(block);
  if (StepObserver* const observer = runtime().observer) {
    observer->allocated(block, world().current);
  }
}

// ---- annotations of the program ----

// They change what an access means, and are no scheduling points.
inline void annotated_here() { step_accesses().forget_all(); }

inline void ignoring_begins(Ignored what) {
  annotated_here();
  begin_ignoring(world().current, what);
}
inline void ignoring_ends(Ignored what) {
  annotated_here();
  end_ignoring(world().current, what);
}

inline void annotated_after(std::uintptr_t address) {
  annotated_here();
  ordered_after(annotated(address));
}
inline void annotated_before(std::uintptr_t address) {
  annotated_here();
  ordered_before(annotated(address));
}

// Also called before the exploration.
inline void annotated_lock_made(std::uintptr_t address) {
  annotated_here();
  announce_mutex(address);
}

inline void annotated_lock_acquired(std::uintptr_t address, LockUse use, std::uint32_t times) {
  note_annotated_lock(address, use == LockUse::writing, times);
  if (!watches_races()) return;
  annotated_here();
  forget_mutexes(address, 1);
  race_watch::acquire_lock(world().current, annotated(address), use);
}

// Returns how often the thread held the lock, where it releases it `entirely`.
inline std::uint32_t annotated_lock_released(std::uintptr_t address, LockUse use, bool entirely) {
  const std::uint32_t held = note_annotated_unlock(address, use == LockUse::writing, entirely);
  if (!watches_races()) return held;
  annotated_here();
  race_watch::release_lock(world().current, annotated(address), use);
  return held;
}

inline void annotated_lock_destroyed(std::uintptr_t address, std::uint32_t lock_flags) {
  note_annotated_end(address, lock_flags);
  if (!watches_races()) return;
  annotated_here();
  forget_mutexes(address, 1);
  race_watch::forget(annotated(address));
}

// Also called before the exploration.
inline void races_allowed(std::uintptr_t address, std::size_t size) {
  annotated_here();
  allow_races(address, size);
}

}  // namespace heddle::native::events
