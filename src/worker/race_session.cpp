#include "worker/race_session.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "core/file_object.hpp"
#include "core/random.hpp"
#include "monitors/block_races.hpp"
#include "monitors/memory_excerpts.hpp"
#include "monitors/misuse.hpp"
#include "monitors/shared_memory.hpp"
#include "result/ignored_races.hpp"
#include "worker/self_check.hpp"
#include "worker/surroundings.hpp"

namespace heddle::worker {
namespace {

constexpr std::uint64_t kRaceExecutions = 16;
constexpr std::uint64_t kFewConflicts = 2;
constexpr std::uintptr_t kCell = 8;  // of racing memory

result::RacingAccess access_of(const races::Access& access, std::uintptr_t address,
                               const std::vector<Site>& stack, const Recording& recording) {
  result::RacingAccess told;
  told.thread = native::ThreadWord(access.thread).text;
  if (is_descriptor_cell(address)) {
    told.descriptor = use_of_size(access.size);
  } else {
    told.size = access.size;
  }
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

// Where it is loaded now; kNoSite: nowhere.
Site site_of(const result::CodePlace& place, const std::vector<native::LoadedModule>& modules) {
  for (const native::LoadedModule& module : modules) {
    if (module.path.substr(module.path.rfind('/') + 1) != place.module) continue;
    return Site{module.base + place.offset};
  }
  return kNoSite;
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
  const std::vector<MemoryExcerpt> before =
      read_before_last_step(system, excerpts, schedule, {ObjectId{address}});
  races::Race& race = noted[number];  // without an excerpt it keeps the description of its memory
  if (race.address == address) {
    race.around.insert(race.around.begin(), before.begin(), before.end());
  }
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
    const bool has_memory = !noted[i].memory.empty() && !is_descriptor_cell(noted[i].address);
    if (has_memory && i < kMostSurroundings) look_around(system, i, schedule);
    noted[i].is_explained = true;
  }
}

void judge_conflicts(native::NativeSystem& system, const Auxiliary& budget) {
  const std::vector<native::BlockConflict> conflicts = native::take_block_conflicts();
  if (conflicts.empty()) return;
  const native::StateKeeping keeping = system.states_kept();
  const native::KeepAccessStacks stacks(true);
  native::StateKeeping nothing;
  nothing.wide = keeping.wide;
  if (keeping.snapshots != native::Reach::nowhere) nothing.snapshots_when_slow = keeping.snapshots;
  system.keep_states(nothing);
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
        const bool is_point = is_descriptor_cell(at) || native::is_ordered_by_runtime(at);
        if (!is_point) native::racing_memory().learn(at);
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

std::vector<result::FoundRace> found_races(const Recording& recording) {
  std::vector<result::FoundRace> found;
  for (const races::Race& noted : native::noted_races()) {
    result::FoundRace race;
    race.earlier = access_of(noted.earlier, noted.address, noted.earlier_stack, recording);
    race.later = access_of(noted.later, noted.address, noted.later_stack, recording);
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
