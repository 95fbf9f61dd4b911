// Passes the program's accesses and synchronisation to the race detector as they happen, and keeps
// the races found.  The detector needs one execution from its start.  Where states are compared, it
// is not rolled back with them, so it is active only where every state is reached by executing (see
// NativeSystem::watch_races).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/failure.hpp"
#include "core/ids.hpp"
#include "monitors/memory_excerpts.hpp"
#include "races/access.hpp"
#include "races/race_detector.hpp"
#include "runtime/root.hpp"
#include "runtime/world.hpp"

namespace heddle::native {

// How a thread uses a lock: as a mutex, or as a read-write lock in one of its two modes.
enum class LockUse : std::uint8_t { alone, reading, writing };

// Returns whether accesses are passed to the detector.  A thread that is alone is ordered after all
// earlier and before all later events.
inline bool watches_races() { return flags().race_watch != RaceWatch::off && !is_alone(); }

// ---- called on a fiber, while races are watched ----

namespace race_watch {
void access(std::uintptr_t address, std::size_t size, bool writes, Site site);
void atomic(races::RaceDetector::AtomicKind kind, std::uintptr_t address, std::size_t size,
            std::uint32_t order, Site site);
// An operation on a synchronisation object in this memory; it orders nothing by itself.
void object_operation(std::uintptr_t address, std::size_t size, Site site);
void fence(std::uint32_t order);
void free(std::uintptr_t address, std::size_t size);
void made_exception(std::uintptr_t address);
// The number of a descriptor is in use again: accesses to the one before are no longer compared.
void forget_descriptor(int descriptor);
void note_closed(int descriptor);
// Does the same as forget_descriptor if the program has closed the number and it is open: code
// that Heddle does not see has opened it.
void find_reopened(int descriptor);
void acquire(ThreadId thread, ObjectId object);
void release(ThreadId thread, ObjectId object);
void forget(ObjectId object);
void acquire_lock(ThreadId thread, ObjectId lock, LockUse use);
void release_lock(ThreadId thread, ObjectId lock, LockUse use);
void created(ThreadId creator, ThreadId child);
void joined(ThreadId thread, ThreadId ended);
}  // namespace race_watch

// ---- called by the engine ----

// Begins a new execution.  The detector follows it from its start unless `is_whole` is false.
// Where races are only noted, not every execution is watched: the first ones are, and a sample of
// the others.
void begin_race_watch(RaceWatch watch, bool is_whole);

// The data on the current execution so far, for a return to this moment.  Null if the race watch is
// off.
struct RaceWatchState;
std::shared_ptr<const RaceWatchState> race_watch_state();
// Returns whether the execution that begins next is to be watched.
bool watches_next_execution(RaceWatch watch);
// Begins a new execution with the first part of an earlier one.  REQUIRES: `state` is not null if
// the execution is to be watched.
void continue_race_watch(RaceWatch watch, const RaceWatchState* state);

struct WatchedExecutions {
  std::uint64_t watched = 0;
  std::uint64_t passed = 0;  // skipped, although races were to be noted
};
const WatchedExecutions& watched_executions();

// Ignores races between these pairs of code locations from now on.  REQUIRES: the smaller location
// of each pair comes first.
void ignore_races(std::set<std::pair<Site, Site>> pairs);

// Describes memory that has no name of its own: "the stack of main".  Empty for a variable of the
// program or of a library.
std::string unnamed_memory(std::uintptr_t address);

// Returns the races found since the caller last removed them, one per pair of code locations.
std::vector<races::Race>& noted_races();

// Returns whether a race was found at the address but is a false positive: the C++ runtime orders
// the two accesses.
bool is_ordered_by_runtime(std::uintptr_t address);

// Makes all executions watched and keeps the full stacks of accesses, during its lifetime.  By
// default it keeps the accesses of races found so far; with `all`, or if there are none, it keeps
// all accesses.  Slow: for executions that are reported.
class KeepAccessStacks {
 public:
  explicit KeepAccessStacks(bool all = false);
  ~KeepAccessStacks();
  KeepAccessStacks(const KeepAccessStacks&) = delete;
  KeepAccessStacks& operator=(const KeepAccessStacks&) = delete;

 private:
  bool kept_before_;
};

// Reads the memory around each race on a stack or on the heap, during its lifetime.
class KeepRaceSurroundings {
 public:
  // Keeps a reference.
  explicit KeepRaceSurroundings(MemoryExcerpts& excerpts);
  ~KeepRaceSurroundings();
  KeepRaceSurroundings(const KeepRaceSurroundings&) = delete;
  KeepRaceSurroundings& operator=(const KeepRaceSurroundings&) = delete;
};

// Returns the earlier of the two accesses for which the execution failed.
std::vector<Account> race_accounts();

// Describes the race: "thread 2 writes 4 bytes that thread 1 has read, without a happens-before
// edge between them".
std::string race_sentence(const races::Race& race);

}  // namespace heddle::native
