// Tells the race detector what the program does, as it does it, and keeps what it finds.  The
// detector knows one execution from its start; it is not rolled back with snapshots, so it watches
// only where every state is reached by executing (see NativeSystem::watch_races).
#pragma once

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/failure.hpp"
#include "core/ids.hpp"
#include "core/schedule.hpp"
#include "monitors/plain_points.hpp"
#include "races/access.hpp"
#include "races/race_detector.hpp"
#include "runtime/world.hpp"

namespace heddle::native {

enum class RaceWatch : std::uint8_t {
  off,
  note,  // the execution goes on
  fail,  // the first race ends the execution
};

[[gnu::visibility("hidden")]] extern RaceWatch g_race_watch;

// A thread that is alone comes after everything that was done and before everything that will be.
inline bool watches_races() { return g_race_watch != RaceWatch::off && !is_alone(); }

// One per pair of places in the code.
struct NotedRace {
  races::Race race;
  std::vector<Site> earlier;  // the stacks, innermost first; this one once it was explained
  std::vector<Site> later;
  Schedule schedule;   // that led there
  std::string memory;  // "a block of 24 bytes on the heap"; empty: neither heap nor stack
  bool is_explained = false;
};

// ---- called on a fiber, while races are watched ----

namespace race_watch {
void access(std::uintptr_t address, std::size_t size, bool writes, Site site);
void atomic(races::RaceDetector::AtomicKind kind, std::uintptr_t address, std::size_t size,
            std::uint32_t order, Site site);
void fence(std::uint32_t order);
void free(std::uintptr_t address, std::size_t size);
void made_exception(std::uintptr_t address);
void acquire(ThreadId thread, ObjectId object);
void release(ThreadId thread, ObjectId object);
void forget(ObjectId object);
void acquire_for_writing(ThreadId thread, ObjectId object);
void release_from_reading(ThreadId thread, ObjectId object);
void created(ThreadId creator, ThreadId child);
void joined(ThreadId thread, ThreadId ended);
}  // namespace race_watch

// The current thread has taken, or gives away, something that orders it with others.
inline void order_after(ObjectId object) {
  if (watches_races()) race_watch::acquire(world().current, object);
}
inline void order_before(ObjectId object) {
  if (watches_races()) race_watch::release(world().current, object);
}

// ---- called by the engine ----

// A new execution begins, which will be known from its start: unless `is_whole` is false.  Where
// races are only noted, not every execution is watched: the first ones, and a sample of the others.
void begin_race_watch(RaceWatch watch, bool is_whole);

struct WatchedExecutions {
  std::uint64_t watched = 0;
  std::uint64_t passed = 0;  // not watched, although races were to be noted
};
const WatchedExecutions& watched_executions();

// Pairs of places, the smaller one first, between which races are not noticed from now on.
void ignore_races(std::set<std::pair<Site, Site>> pairs);

// What is at an address that has no name of its own: "the stack of main"; empty: a variable of the
// program or of a library.
std::string unnamed_memory(std::uintptr_t address);

// Found since they were last taken away.
std::vector<NotedRace>& noted_races();

// Whether a race there was found and is not one: the C++ runtime orders the two.
bool is_ordered_by_runtime(std::uintptr_t address);

// While it lives, executions are watched, and where accesses are made is kept in full: those of
// races that were found or, when there are none or others are looked for, all.  Slow: for
// executions that are told.
class KeepAccessStacks {
 public:
  explicit KeepAccessStacks(bool all = false);
  ~KeepAccessStacks();
  KeepAccessStacks(const KeepAccessStacks&) = delete;
  KeepAccessStacks& operator=(const KeepAccessStacks&) = delete;
};

// The earlier of the two accesses for which the execution failed.
std::vector<Account> race_accounts();

// "thread 2 writes 4 bytes that thread 1 has read, and nothing orders the two".
std::string race_sentence(const races::Race& race);

}  // namespace heddle::native
