#include "worker/livelock_pass.hpp"

#include <utility>

#include "search/engine/explorer.hpp"
#include "search/recipes/recipes.hpp"

namespace heddle::worker {
namespace {

struct Collector : search::SearchObserver {
  search::StateGraph graph;
  void arrived(const search::Path& path, bool is_new) override { graph.arrived(path, is_new); }
  bool failed(const search::Path&, const Failure&) override { return true; }
};

}  // namespace

LivelockPass run_livelock_pass(native::NativeSystem& system, const Phase& phase,
                               std::chrono::steady_clock::time_point deadline,
                               const std::atomic<bool>* stop) {
  Phase whole = phase;
  whole.search.search = config::Search::dfs;
  whole.search.reduce = config::Reduce::none;
  whole.search.order = {};
  whole.search.backtrack = {};
  whole.search.restarts = {};
  LivelockPass pass;
  Result<search::Recipe> recipe = search::recipe_for(whole.search);
  if (!recipe) return pass;
  Collector collector;
  system.restart();
  Budget limits;
  limits.deadline = deadline;
  search::Explorer explorer(system, std::move(*recipe), limits, collector);
  pass.finished = explorer.explore(stop) == search::End::exhausted;
  pass.executions = explorer.tally().executions;
  if (!pass.finished) return pass;
  pass.livelock = search::find_livelock(collector.graph, [&](const search::Livelock& livelock) {
    system.restart();
    return search::is_excused(system, livelock);
  });
  return pass;
}

}  // namespace heddle::worker
