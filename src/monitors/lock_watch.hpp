// Records in which order the program takes its locks, while data races are watched.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/ids.hpp"
#include "core/memory_excerpt.hpp"
#include "core/schedule.hpp"
#include "monitors/race_watch.hpp"
#include "races/lock_order.hpp"
#include "runtime/world.hpp"

namespace heddle::native {

// `waits`: the call blocks until the lock is free, without a time limit.  `trial`: a try-lock, or a
// wait that may time out.
enum class LockAttempt : bool { trial, waits };

// ---- called on a fiber, while races are watched: the current thread has taken, or given back, a
// lock ----

namespace lock_watch {
void taken(ObjectId lock, LockAttempt attempt, LockUse use);
void released(ObjectId lock);
}  // namespace lock_watch

// ---- called by the race watch, for the engine ----

void begin_lock_watch();
// The locks taken in the current execution so far, for a return to this moment.
const races::LockOrder::Execution& watched_locks();
void restore_lock_watch(const races::LockOrder::Execution& locks);
void note_lock_threads(ThreadId creator, ThreadId child);
void note_lock_join(ThreadId thread, ThreadId ended);
// Forgets the locks in memory that was freed.
void forget_locks(std::uintptr_t address, std::size_t size);

// ---- called by the engine ----

// A lock-order cycle that an execution closed.
struct NotedLockCycle {
  races::LockCycle steps;
  Schedule schedule;  // its last step takes the lock that closes the cycle
  // For the lock that each step holds: a description if it is on the heap or on a stack, and the
  // memory around it, if that was looked at.
  std::vector<std::string> memory;
  std::vector<MemoryExcerpt> around = {};
  bool is_explained = false;
};

// Returns all lock-order cycles found so far.
std::vector<NotedLockCycle>& noted_lock_cycles();

}  // namespace heddle::native
