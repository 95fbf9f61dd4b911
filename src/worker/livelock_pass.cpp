#include "worker/livelock_pass.hpp"

#include <utility>

#include "core/check.hpp"
#include "search/engine/explorer.hpp"
#include "search/recipes/recipes.hpp"

namespace heddle::worker {
namespace {

// Ends the search at the first livelock.
struct Seeker : search::SearchObserver {
  std::optional<search::Livelock> livelock;

  bool failed(const search::Path& path, const Failure& failure) override {
    if (failure.kind != FailureKind::livelock || !failure.cycle_begin) return true;
    livelock = {path.schedule(), *failure.cycle_begin};
    return false;
  }
  bool livelocked(const search::Livelock& found) override {
    livelock = found;
    return false;
  }
};

}  // namespace

LivelockPass run_livelock_pass(native::NativeSystem& system, const Phase& phase,
                               std::chrono::steady_clock::time_point deadline,
                               const std::atomic<bool>* stop) {
  Phase whole = phase;
  whole.search.search = config::Search::dfs;
  whole.search.reduce = config::Reduce::none;
  whole.search.order = {};
  whole.search.bound = {};  // a phase that was whole has pruned nothing
  whole.search.backtrack = {};
  whole.search.restarts = {};
  LivelockPass pass;
  Result<search::Recipe> recipe = search::recipe_for(whole.search);
  if (!recipe) return pass;
  search::CycleCheck* const check = recipe->cycle_check.get();
  HEDDLE_CHECK(check != nullptr, "a search for livelocks that ignores them");
  Seeker seeker;
  system.restart();
  Budget limits;
  limits.deadline = deadline;
  search::Explorer explorer(system, std::move(*recipe), limits, seeker);
  const search::End end = explorer.explore(stop);
  pass.executions = explorer.tally().executions;
  if (end == search::End::exhausted) {
    HEDDLE_CHECK(check->finish(), "a search for livelocks that leaves out cycles");
    seeker.livelock = check->take_livelock();
  }
  pass.finished = end == search::End::exhausted || seeker.livelock.has_value();
  pass.livelock = std::move(seeker.livelock);
  return pass;
}

}  // namespace heddle::worker
