#include "worker/race_census.hpp"

#include <utility>

#include "monitors/watch_all.hpp"
#include "result/run_coverage.hpp"
#include "runtime/flags.hpp"
#include "search/engine/explorer.hpp"
#include "search/engine/search_observer.hpp"
#include "search/recipes/recipes.hpp"
#include "worker/phase_runner.hpp"
#include "worker/publication.hpp"

namespace heddle::worker {
namespace {

// A few milliseconds, and for longer runs a part of their time.
constexpr std::uint64_t kLeastTransitions = 2'000;
constexpr std::uint64_t kPartOfTransitions = 4;

// The search of the phase has found the errors.
struct GoesOn : search::SearchObserver {
  bool failed(const search::Path&, const Failure&) override { return true; }
  bool livelocked(const search::Livelock&) override { return true; }
};

Phase classes_of(const Phase& phase) {
  Phase classes;
  classes.search.reduce = config::Reduce::source;
  classes.search.livelocks = config::Livelocks::ignore;
  classes.search.fair = false;
  classes.search.seed = phase.search.seed;
  classes.points = phase.points;
  return classes;
}

}  // namespace

bool needs_race_census(const Phase& phase, const PhaseEnd& end, const config::RunOptions& options) {
  const bool has_all_points = phase.watches_plain_accesses() && result::is_whole(end.coverage);
  return options.races == config::Races::report && !phase.is_hunt && !native::flags().has_scope &&
         (end.met_races || has_all_points);
}

bool run_race_census(native::NativeSystem& system, const Phase& phase,
                     const config::RunOptions& options, std::uint64_t transitions, Budget budget,
                     fleet::ChannelMemory& memory) {
  const Phase classes = classes_of(phase);
  Result<search::Recipe> recipe = search::recipe_for(classes.search);
  if (!recipe) return false;
  publish_phase(memory, "data races, inequivalent schedules");
  system.keep_states(state_keeping(classes, options));
  system.set_plain_points(classes.points);
  const native::WatchAllExecutions all;
  system.restart();
  GoesOn observer;
  budget.transitions = kLeastTransitions + transitions / kPartOfTransitions;
  search::Explorer explorer(system, std::move(*recipe), budget, observer);
  const search::End end = explorer.explore(&memory.stop);
  return end == search::End::exhausted && explorer.tally().cut == 0 && system.refusal().empty();
}

}  // namespace heddle::worker
