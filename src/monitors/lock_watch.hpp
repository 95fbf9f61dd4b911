// Records in which order the program takes its locks, while data races are watched.
#pragma once

#include <cstdint>
#include <vector>

#include "core/ids.hpp"
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

// Returns all lock-order cycles found so far.
const std::vector<races::LockCycle>& noted_lock_cycles();

}  // namespace heddle::native
