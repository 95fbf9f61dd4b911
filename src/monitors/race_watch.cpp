#include "monitors/race_watch.hpp"

#include <fcntl.h>
#include <sys/syscall.h>

#include <algorithm>
#include <cstdio>
#include <map>
#include <set>
#include <tuple>

#include "core/file_object.hpp"
#include "monitors/lock_watch.hpp"
#include "monitors/misuse.hpp"
#include "monitors/race_annotations.hpp"
#include "monitors/shared_memory.hpp"
#include "monitors/watch_all.hpp"
#include "runtime/cpp_runtime.hpp"
#include "runtime/engine_thread.hpp"
#include "runtime/real_functions.hpp"
#include "runtime/scheduler.hpp"
#include "runtime/stack_capture.hpp"
#include "runtime/step_accesses.hpp"

namespace heddle::native {
namespace {

constexpr std::size_t kMostRaces = 200;
constexpr std::size_t kRaceFrames = 32;
constexpr std::size_t kWord = 8;
constexpr std::size_t kMostStacks = 100'000;

// A race is seldom hidden from all of the first; the others must not cost much.
constexpr std::uint64_t kWatchedFirst = 100;
constexpr std::uint64_t kWatchedOneOf = 16;

using races::Access;
using races::Race;

std::vector<Site> stack_here() {
  Site frames[kRaceFrames];
  const std::size_t count = capture_stack(frames);
  return {frames, frames + count};
}

// The stacks of accesses, kept only on request (`keeps`).
class AccessStacks {
 public:
  bool keeps = false;
  std::set<Site> wanted;  // empty: all

  void clear() { stacks_.clear(); }
  void note(ThreadId thread, std::uint32_t clock, Site site) {
    if (!keeps || stacks_.size() >= kMostStacks) return;
    if (wanted.empty() || wanted.count(site) > 0) stacks_[{thread, clock, site}] = stack_here();
  }
  std::vector<Site> of(const Access& access) const {
    const auto found = stacks_.find({access.thread, access.clock, access.site});
    return found == stacks_.end() ? std::vector<Site>{} : found->second;
  }

 private:
  std::map<std::tuple<ThreadId, std::uint32_t, Site>, std::vector<Site>> stacks_;
};

}  // namespace

class RaceNotes : public races::RaceSink {
 public:
  races::RaceDetector detector;
  AccessStacks stacks;
  MemoryExcerpts* surroundings = nullptr;  // null: not looked at
  std::set<std::uintptr_t> exceptions;     // where those of this execution are
  std::set<int> closed_descriptors;        // by the program, and not opened again
  std::vector<Race> noted;
  std::set<std::pair<Site, Site>> ignored;
  std::set<std::uintptr_t> ordered_by_runtime;  // words
  WatchedExecutions executions;
  bool watches_all = false;
  Race fatal;
  bool is_fatal = false;

  void found(const Race& found) override {
    if (allows_races(found.address) || is_data_of_cpp_runtime(found.address)) return;
    const std::vector<Site> stack = stack_here();
    if (is_asked_by_cpp_runtime(stack) || is_exception(found.address)) {
      ordered_by_runtime.insert(found.address / kWord);
      return;
    }
    if (is_clock(found.address)) return racing_memory().learn(found.address);
    Race race = found;
    if (race.later.site == kNoSite && !stack.empty()) race.later.site = stack.front();
    const std::pair<Site, Site> pair = std::minmax(race.earlier.site, race.later.site);
    if (ignored.count(pair) > 0) return;
    // Calls on descriptors are scheduling points anyway.
    if (!is_descriptor_cell(race.address)) racing_memory().learn(race.address);
    if (flags().race_watch == RaceWatch::fail) {
      if (!is_fatal) fatal = told(race, stack);
      is_fatal = true;
    }
    const auto known = std::find_if(noted.begin(), noted.end(), [&](const Race& one) {
      return std::pair<Site, Site>(std::minmax(one.earlier.site, one.later.site)) == pair;
    });
    if (known == noted.end()) {
      if (noted.size() < kMostRaces && known_.insert(pair).second) {
        noted.push_back(told(race, stack));
      }
    } else if (stacks.keeps && !known->is_explained) {
      Schedule schedule = std::move(known->schedule);
      *known = told(race, stack);
      known->schedule = std::move(schedule);
    }
  }

 private:
  // Their ends are ordered by a count that the runtime keeps.
  bool is_exception(std::uintptr_t address) const {
    if (!ManagedHeap::owns(reinterpret_cast<const void*>(address))) return false;
    return exceptions.count(heap().locate(address).block) > 0;
  }

  Race told(const Race& race, const std::vector<Site>& stack) const {
    Race one = race;
    one.later_stack = stack;
    one.earlier_stack = stacks.of(race.earlier);
    one.memory = unnamed_memory(race.address);
    const bool has_memory = !one.memory.empty() && !is_descriptor_cell(one.address);
    one.is_explained = stacks.keeps && (!has_memory || surroundings != nullptr);
    if (surroundings != nullptr && has_memory) {
      one.around = {surroundings->around(ObjectId{race.address})};
    }
    one.schedule = scheduler().schedule();
    return one;
  }

  std::set<std::pair<Site, Site>> known_;
};

namespace {

RaceNotes& notes() { return allocated_part(runtime().race_notes); }

// Ends the execution if a race has been found that must.
void judge() {
  if (flags().race_watch != RaceWatch::fail || !notes().is_fatal) return;
  char text[200];
  {
    const EngineThread engine;
    std::snprintf(text, sizeof text, "%s", race_sentence(notes().fatal).c_str());
  }
  scheduler().fail(FailureKind::race, text, notes().fatal.address);
}

const char* descriptor_use(const Access& access, bool is_past) {
  switch (use_of_size(access.size)) {
    case DescriptorUse::open:
      return is_past ? "opened" : "opens";
    case DescriptorUse::close:
      return is_past ? "closed" : "closes";
    case DescriptorUse::replace:
      return is_past ? "replaced" : "replaces";
    default:
      return is_past ? "used" : "uses";
  }
}

const char* side_effect(const Access& access, bool is_past) {
  if (access.frees) return is_past ? "freed" : "frees";
  if (access.writes) return is_past ? "written" : "writes";
  return is_past ? "read" : "reads";
}

// Returns the synchronisation state, and registers the object with the detector unless an
// annotation names it.
races::Synchronisation& order_of(ObjectId object) {
  if (!is_annotated(object)) notes().detector.note_object(object);
  return notes().detector.synchronisation();
}

}  // namespace

namespace race_watch {
namespace {
void look_at_mutexes_of(ThreadId thread) {
  if (flags().has_announced_mutexes) look_at_mutexes(thread);
}

// Changes which accesses are ordered.  After that, a repeated access counts again.
class OrderChange {
 public:
  OrderChange() { step_accesses().forget_all(); }

 private:
  EngineThread engine_;
};

// Whether a repeated access is more than the first one: for its place, or for the mutexes.
bool follows_repeated_accesses() {
  return native::notes().stacks.keeps || flags().has_announced_mutexes;
}
}  // namespace

void access(std::uintptr_t address, std::size_t size, bool writes, Site site) {
  const ThreadId self = world().current;
  if (is_ignored(self, writes)) return;
  look_at_mutexes_of(self);
  if (follows_repeated_accesses()) step_accesses().forget(address, size);
  RaceNotes& notes = native::notes();
  const bool may_pass = !notes.stacks.keeps;
  if (may_pass && notes.detector.is_repeated(self, address, size, writes)) return;
  flags().dirtied_stack = true;
  // To select the engine's variables takes as long as all the rest.
  if (may_pass && notes.detector.plain_at_once(self, address, size, writes, site)) return;
  {
    const EngineThread engine;
    notes.detector.plain(self, address, size, writes, site, notes);
    notes.stacks.note(self, notes.detector.synchronisation().time(self), site);
  }
  judge();
}

void atomic(races::RaceDetector::AtomicKind kind, std::uintptr_t address, std::size_t size,
            std::uint32_t order, Site site) {
  const ThreadId self = world().current;
  look_at_mutexes_of(self);
  {
    const OrderChange change;
    RaceNotes& notes = native::notes();
    notes.stacks.note(self, notes.detector.synchronisation().time(self), site);
    if (ignores_edges(self)) order = __ATOMIC_RELAXED;
    notes.detector.atomic(self, kind, address, size, order, site, notes);
  }
  judge();
}

void object_operation(std::uintptr_t address, std::size_t size, Site site) {
  const ThreadId self = world().current;
  look_at_mutexes_of(self);
  {
    const EngineThread engine;
    RaceNotes& notes = native::notes();
    notes.stacks.note(self, notes.detector.synchronisation().time(self), site);
    notes.detector.object_operation(self, address, size, site, notes);
  }
  judge();
}

void free(std::uintptr_t address, std::size_t size) {
  const ThreadId self = world().current;
  look_at_mutexes_of(self);
  forget_mutexes(address, size);
  {
    const EngineThread engine;
    RaceNotes& notes = native::notes();
    if (is_ignored(self, true)) {
      notes.detector.forget(address, size);
    } else {
      notes.detector.freed(self, address, size, kNoSite, notes);
    }
    notes.exceptions.erase(address);
    forget_locks(address, size);
  }
  judge();
}

void made_exception(std::uintptr_t address) {
  const EngineThread engine;
  notes().exceptions.insert(address);
}

void forget_descriptor(int descriptor) {
  const EngineThread engine;
  RaceNotes& notes = native::notes();
  notes.closed_descriptors.erase(descriptor);
  notes.detector.forget(cell_of_descriptor(descriptor), kDescriptorBytes);
}

void note_closed(int descriptor) {
  const EngineThread engine;
  notes().closed_descriptors.insert(descriptor);
}

void find_reopened(int descriptor) {
  if (notes().closed_descriptors.count(descriptor) == 0) return;
  if (raw_syscall(SYS_fcntl, descriptor, F_GETFD) >= 0) forget_descriptor(descriptor);
}

void fence(std::uint32_t order) {
  if (ignores_edges(world().current)) return;
  const OrderChange change;
  notes().detector.synchronisation().fence(world().current, order);
}

void acquire(ThreadId thread, ObjectId object) {
  if (ignores_edges(thread)) return;
  const OrderChange change;
  order_of(object).acquire(thread, object);
}

void release(ThreadId thread, ObjectId object) {
  if (ignores_edges(thread)) return;
  const OrderChange change;
  order_of(object).release(thread, object);
}

void forget(ObjectId object) {
  const OrderChange change;
  notes().detector.synchronisation().forget(object);
}

void acquire_lock(ThreadId thread, ObjectId lock, LockUse use) {
  if (use != LockUse::writing) return acquire(thread, lock);
  if (ignores_edges(thread)) return;
  const OrderChange change;
  order_of(lock).acquire_for_writing(thread, lock);
}

void release_lock(ThreadId thread, ObjectId lock, LockUse use) {
  if (use != LockUse::reading) return release(thread, lock);
  if (ignores_edges(thread)) return;
  const OrderChange change;
  order_of(lock).release_from_reading(thread, lock);
}

void created(ThreadId creator, ThreadId child) {
  const OrderChange change;
  notes().detector.synchronisation().created(creator, child);
  note_lock_threads(creator, child);
}

void joined(ThreadId thread, ThreadId ended) {
  const OrderChange change;
  notes().detector.synchronisation().joined(thread, ended);
  note_lock_join(thread, ended);
}

}  // namespace race_watch

struct RaceWatchState {
  races::RaceDetector detector;
  std::set<std::uintptr_t> exceptions;
  std::set<int> closed_descriptors;
  races::LockOrder::Execution locks;
  std::shared_ptr<const AnnotationsOfExecution> annotations;
};

namespace {

// Sets whether the execution that begins is watched, if it can be.
bool begin_execution(RaceWatch watch, bool can_be_watched) {
  if (watch != RaceWatch::off) {
    if (!can_be_watched || !watches_next_execution(watch)) watch = RaceWatch::off;
    WatchedExecutions& count = notes().executions;
    ++(watch == RaceWatch::off ? count.passed : count.watched);
  }
  flags().race_watch = watch;
  if (watch == RaceWatch::off) return false;
  return true;
}

}  // namespace

std::shared_ptr<const RaceWatchState> race_watch_state() {
  if (flags().race_watch == RaceWatch::off) return nullptr;
  return std::make_shared<const RaceWatchState>(
      RaceWatchState{notes().detector, notes().exceptions, notes().closed_descriptors,
                     watched_locks(), annotations_of_execution()});
}

bool watches_next_execution(RaceWatch watch) {
  if (watch == RaceWatch::off) return false;
  const WatchedExecutions& count = notes().executions;
  return watch == RaceWatch::fail || notes().stacks.keeps || notes().watches_all ||
         count.watched < kWatchedFirst || (count.watched + count.passed) % kWatchedOneOf == 0;
}

WatchAllExecutions::WatchAllExecutions() { notes().watches_all = true; }
WatchAllExecutions::~WatchAllExecutions() { notes().watches_all = false; }

void continue_race_watch(RaceWatch watch, const RaceWatchState* state) {
  if (!begin_execution(watch, state != nullptr)) return;
  notes().detector = races::RaceDetector(state->detector);
  notes().stacks.clear();
  notes().exceptions = state->exceptions;
  notes().closed_descriptors = state->closed_descriptors;
  notes().is_fatal = false;
  restore_annotations(*state->annotations);
  restore_lock_watch(state->locks);
}

void begin_race_watch(RaceWatch watch, bool is_whole) {
  if (!begin_execution(watch, is_whole)) return;
  notes().detector.reset();
  notes().stacks.clear();
  notes().exceptions.clear();
  notes().closed_descriptors.clear();
  notes().is_fatal = false;
  forget_annotations();
  begin_lock_watch();
}

std::string unnamed_memory(std::uintptr_t address) {
  char text[96] = {};
  if (is_descriptor_cell(address)) {
    std::snprintf(text, sizeof text, "descriptor %d", descriptor_of_cell(address));
    return text;
  }
  if (ManagedHeap::owns(reinterpret_cast<const void*>(address))) {
    const Placement at = heap().locate(address);
    if (at.kind != Placement::Kind::in_use) return "the heap";
    std::snprintf(text, sizeof text, "byte %zu of a heap block of %zu bytes",
                  static_cast<std::size_t>(address - at.block), at.size);
    return text;
  }
  if (address >= kStackBase && address < kStackBase + kMaxThreads * kStackStride) {
    const ThreadWord owner(thread_id((address - kStackBase) / kStackStride));
    std::snprintf(text, sizeof text, "the stack of %s", owner.text);
  }
  return text;
}

void ignore_races(std::set<std::pair<Site, Site>> pairs) { notes().ignored = std::move(pairs); }

const WatchedExecutions& watched_executions() { return notes().executions; }

std::vector<Race>& noted_races() { return notes().noted; }

bool is_ordered_by_runtime(std::uintptr_t address) {
  return notes().ordered_by_runtime.count(address / kWord) > 0;
}

KeepAccessStacks::KeepAccessStacks(bool all) : kept_before_(notes().stacks.keeps) {
  notes().stacks.keeps = true;
  notes().stacks.wanted.clear();
  if (all) return;
  // Another execution may make the two accesses in the other order.
  for (const Race& race : notes().noted) {
    notes().stacks.wanted.insert({race.earlier.site, race.later.site});
  }
}
KeepAccessStacks::~KeepAccessStacks() { notes().stacks.keeps = kept_before_; }

KeepRaceSurroundings::KeepRaceSurroundings(MemoryExcerpts& excerpts) {
  notes().surroundings = &excerpts;
}
KeepRaceSurroundings::~KeepRaceSurroundings() { notes().surroundings = nullptr; }

std::vector<Account> race_accounts() {
  if (!notes().is_fatal) return {};
  const Race& race = notes().fatal;
  if (is_descriptor_cell(race.address)) {
    const std::string use = descriptor_use(race.earlier, true);
    return {{"descriptor " + use + " by", race.earlier.thread, race.earlier_stack}};
  }
  const std::string what = race.earlier.frees    ? "memory freed by"
                           : race.earlier.writes ? "memory written by"
                                                 : "memory read by";
  return {{what, race.earlier.thread, race.earlier_stack}};
}

std::string race_sentence(const Race& race) {
  char text[192];
  if (is_descriptor_cell(race.address)) {
    std::snprintf(text, sizeof text,
                  "%s %s descriptor %d that %s has %s, without a happens-before edge between them",
                  ThreadWord(race.later.thread).text, descriptor_use(race.later, false),
                  descriptor_of_cell(race.address), ThreadWord(race.earlier.thread).text,
                  descriptor_use(race.earlier, true));
    return text;
  }
  std::snprintf(text, sizeof text,
                "%s %s %u byte%s that %s has %s, without a happens-before edge between them",
                ThreadWord(race.later.thread).text, side_effect(race.later, false), race.later.size,
                race.later.size == 1 ? "" : "s", ThreadWord(race.earlier.thread).text,
                side_effect(race.earlier, true));
  return text;
}

}  // namespace heddle::native
