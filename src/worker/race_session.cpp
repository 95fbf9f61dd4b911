#include "worker/race_session.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "core/random.hpp"
#include "monitors/block_races.hpp"
#include "monitors/lock_watch.hpp"
#include "monitors/memory_excerpts.hpp"
#include "monitors/misuse.hpp"
#include "monitors/shared_memory.hpp"
#include "result/ignored_races.hpp"
#include "system/divergence.hpp"
#include "worker/self_check.hpp"

namespace heddle::worker {
namespace {

constexpr std::uint64_t kRaceExecutions = 16;
constexpr std::uint64_t kFewConflicts = 2;
constexpr std::uintptr_t kCell = 8;  // of racing memory
// A recorded execution is slower, and reading the memory takes time.
constexpr std::size_t kMostSurroundings = 32;
constexpr std::size_t kFurtherSteps = 10'000;

result::RacingAccess access_of(const races::Access& access, const std::vector<Site>& stack,
                               const Recording& recording) {
  result::RacingAccess told;
  told.thread = native::ThreadWord(access.thread).text;
  told.size = access.size;
  told.writes = access.writes;
  told.is_atomic = access.is_atomic;
  told.frees = access.frees;
  told.place = recording.place_of(access.site);
  for (const Site site : stack) {
    told.stack.push_back(recording.place_of(site));
  }
  if (stack.empty()) {
    told.stack.push_back(recording.place_of(access.site));
  }
  return told;
}

result::FoundLock lock_of(const races::LockTake& take, const Recording& recording) {
  result::FoundLock lock;
  const auto address = static_cast<std::uintptr_t>(take.lock);
  lock.memory = native::unnamed_memory(address);
  if (lock.memory.empty()) lock.variable = recording.place_of(Site{address});
  for (const Site site : take.stack) {
    lock.stack.push_back(recording.place_of(site));
  }
  return lock;
}

// Where it is loaded now; kNoSite: nowhere.
Site site_of(const result::CodePlace& place, const std::vector<native::LoadedModule>& modules) {
  for (const native::LoadedModule& module : modules) {
    if (module.path.substr(module.path.rfind('/') + 1) != place.module) continue;
    return Site{module.base + place.offset};
  }
  return kNoSite;
}

result::CodePlace place_or_address(Site site, const Recording& recording) {
  result::CodePlace place = recording.place_of(site);
  if (place.module.empty()) place.offset = static_cast<std::uint64_t>(site);
  return place;
}

result::CodeExcerpt excerpt_of(const MemoryExcerpt& memory, const Recording& recording) {
  result::CodeExcerpt excerpt;
  excerpt.blocks = memory.blocks;
  for (const CallFrame& frame : memory.frames) {
    excerpt.frames.push_back({frame.thread, place_or_address(frame.code, recording), frame.begin,
                              frame.end, frame.registers});
  }
  for (const auto& pointer : memory.pointers) {
    excerpt.pointers.push_back({place_or_address(pointer.place, recording), pointer.value});
  }
  return excerpt;
}

// Reads the memory around an address before the last step of an execution.
class LookBeforeLastStep : public native::StepCheck {
 public:
  LookBeforeLastStep(native::MemoryExcerpts& excerpts, std::uintptr_t address, std::size_t steps)
      : excerpts_(excerpts), address_(address), steps_(steps) {}

  void before(std::size_t step, const ThreadView&) override {
    if (step + 1 == steps_) found_ = excerpts_.around(ObjectId{address_});
  }
  const MemoryExcerpt& found() const { return found_; }

 private:
  native::MemoryExcerpts& excerpts_;
  std::uintptr_t address_;
  std::size_t steps_;
  MemoryExcerpt found_;
};

class NoListener : public EventListener {
 public:
  void happened(const Event&) override {}
  void printed(ThreadId, int, std::string_view) override {}
};

// As far as it goes.
void execute(native::NativeSystem& system, const Schedule& schedule) {
  system.restart();
  for (const Decision decision : schedule) {
    const ThreadView* const chosen = system.view().find(decision.thread);
    const bool can = system.view().verdict == Verdict::running && chosen != nullptr &&
                     decision.alternative < chosen->alternatives;
    if (!can) return;
    system.step(decision);
  }
}

// Executes the schedule of a race.  Memory that races may have become a scheduling point since, so
// the threads go on, one after the other, until the race is found again or enough steps are taken.
// Returns the steps taken.
Schedule find_again(native::NativeSystem& system, std::size_t number) {
  std::vector<races::Race>& noted = native::noted_races();
  execute(system, Schedule(noted[number].schedule));
  for (std::size_t i = 0; i < kFurtherSteps && noted[number].earlier_stack.empty(); ++i) {
    const StateView& view = system.view();
    const auto next = std::find_if(view.threads.begin(), view.threads.end(),
                                   [](const ThreadView& thread) { return thread.enabled(); });
    if (view.verdict != Verdict::running || next == view.threads.end()) break;
    system.step({next->id, 0});
  }
  return native::scheduler().schedule();
}

// Executes the steps to a race, and reads the memory around it: at the race, and before the step in
// which it happens, when all threads are paused.
void look_around(native::NativeSystem& system, std::size_t number, const Schedule& schedule) {
  std::vector<races::Race>& noted = native::noted_races();
  const std::uintptr_t address = noted[number].address;
  native::MemoryExcerpts excerpts(system.recorder());
  const native::KeepRaceSurroundings surroundings(excerpts);
  LookBeforeLastStep look(excerpts, address, schedule.size());
  NoListener listener;
  try {
    system.record(schedule, listener, &look);
  } catch (const Divergence&) {  // the race keeps the description of its memory
    return;
  }
  races::Race& race = noted[number];
  if (race.address == address) race.around.insert(race.around.begin(), look.found());
}

}  // namespace

native::RaceWatch race_watch_of(config::Races races) {
  switch (races) {
    case config::Races::report:
      return native::RaceWatch::note;
    case config::Races::error:
      return native::RaceWatch::fail;
    case config::Races::ignore:
      break;
  }
  return native::RaceWatch::off;
}

void look_for_races(native::NativeSystem& system, std::uint64_t seed, const Auxiliary& budget) {
  Random random = Random(seed).split(0x7ace);
  for (std::uint64_t i = 0; i < kRaceExecutions; ++i) {
    if (!budget.has_left() || !system.refusal().empty()) return;
    // The second execution may find a snapshot of the initial state, which a restart would discard.
    i == 0 ? system.restart() : system.rewind(system.initial_mark());
    run_at_random(system, random);
    if (is_stuck(system)) return;
    // A program that was alone once is alone always, but for inputs.
    if (native::world().threads_seen == 1) return;
  }
}

void explain_races(native::NativeSystem& system, const Auxiliary& budget) {
  const native::KeepAccessStacks stacks;
  std::vector<races::Race>& noted = native::noted_races();
  for (std::size_t i = 0; i < noted.size(); ++i) {
    if (noted[i].is_explained) continue;
    if (!budget.has_left()) return;
    const Schedule schedule = find_again(system, i);
    if (!noted[i].memory.empty() && i < kMostSurroundings) look_around(system, i, schedule);
    noted[i].is_explained = true;
  }
}

void judge_conflicts(native::NativeSystem& system, const Auxiliary& budget) {
  const std::vector<native::BlockConflict> conflicts = native::take_block_conflicts();
  if (conflicts.empty()) return;
  const native::StateKeeping keeping = system.states_kept();
  const native::KeepAccessStacks stacks(true);
  system.keep_states({});
  std::uint64_t executed = 0;
  for (const native::BlockConflict& conflict : conflicts) {
    const bool has_time = executed < kFewConflicts || budget.has_left();
    if (has_time && !conflict.schedule.empty()) {
      execute(system, conflict.schedule);
      ++executed;
    }
    for (const races::Overlap& memory : conflict.memory) {
      // Whether or not the detector calls it a race: a scheduling point too many does no harm.
      for (std::uintptr_t at = memory.begin; at < memory.end; at = (at / kCell + 1) * kCell) {
        if (!native::is_ordered_by_runtime(at)) native::racing_memory().learn(at);
      }
    }
  }
  system.keep_states(keeping);
}

void ignore_races(std::string_view text) {
  if (text.empty()) return;
  const std::vector<native::LoadedModule> modules = native::loaded_modules();
  std::set<std::pair<Site, Site>> pairs;
  for (const result::PlacePair& pair : result::ignored_races(text)) {
    pairs.insert(std::minmax(site_of(pair.first, modules), site_of(pair.second, modules)));
  }
  native::ignore_races(std::move(pairs));
}

std::set<ObjectId> waited_for(const native::NativeSystem& system) {
  std::set<ObjectId> objects;
  for (const native::PausedThread& thread : system.paused_threads()) {
    if (thread.blocked) objects.insert(thread.waits_at.object);
  }
  return objects;
}

std::vector<result::FoundLockCycle> found_lock_cycles(const Recording& recording,
                                                      const std::set<ObjectId>& waited_for) {
  std::vector<result::FoundLockCycle> found;
  for (const races::LockCycle& cycle : native::noted_lock_cycles()) {
    const bool happened = std::all_of(cycle.begin(), cycle.end(), [&](const races::LockStep& step) {
      return waited_for.count(step.wanted.lock) != 0;
    });
    if (happened) continue;
    result::FoundLockCycle& told = found.emplace_back();
    for (const races::LockStep& step : cycle) {
      told.push_back({native::ThreadWord(step.thread).text, lock_of(step.held, recording),
                      lock_of(step.wanted, recording)});
    }
  }
  return found;
}

std::vector<result::FoundRace> found_races(const Recording& recording) {
  std::vector<result::FoundRace> found;
  for (const races::Race& noted : native::noted_races()) {
    result::FoundRace race;
    race.earlier = access_of(noted.earlier, noted.earlier_stack, recording);
    race.later = access_of(noted.later, noted.later_stack, recording);
    race.had_heard = noted.heard > 0;
    race.memory = noted.memory;
    race.address = noted.address;
    if (race.memory.empty()) race.place = recording.place_of(Site{noted.address});
    for (const MemoryExcerpt& memory : noted.around) {
      if (!memory.empty()) race.around.push_back(excerpt_of(memory, recording));
    }
    found.push_back(std::move(race));
  }
  return found;
}

}  // namespace heddle::worker
