#include "search/engine/coverage.hpp"

namespace heddle::search {
namespace {

using Unit = SearchCoverage::Unit;

void add(std::string& phrases, const std::string& phrase, const char* separator) {
  if (!phrases.empty()) phrases += separator;
  phrases += phrase;
}

bool takes_all(const Recipe& recipe) {
  return recipe.frontier->summary().takes_all && !recipe.visited->coverage_estimate();
}

Unit unit_of(const Recipe& recipe) {
  if (recipe.visited->remembers()) return Unit::states;
  return recipe.schedules == Schedules::each ? Unit::schedules : Unit::classes;
}

}  // namespace

Coverage coverage(const Recipe& recipe) {
  Coverage result;
  for (const Bound& bound : recipe.bounds) {
    if (bound.remainder == Remainder::fair) continue;
    result.promise = Promise::bounded;
    add(result.bounds, bound.phrase, ", ");
  }
  if (!takes_all(recipe)) result.promise = Promise::sampled;
  return result;
}

SearchCoverage coverage_of(const Recipe& recipe, const Tally& tally, End end) {
  const FrontierSummary frontier = recipe.frontier->summary();
  SearchCoverage result;
  result.unit = unit_of(recipe);
  result.end = end;
  result.takes_all = takes_all(recipe);
  result.is_random = !frontier.takes_all;
  result.one_of_each = recipe.schedules == Schedules::one_of_each;
  result.reduced = !recipe.expansion->opens_all();
  result.has_contexts = tally.has_contexts;
  if (tally.has_contexts && recipe.program_states != nullptr) {
    result.program_states = recipe.program_states->size();
  }
  result.states = tally.states;
  result.executions = tally.executions;
  result.transitions = tally.transitions;
  result.revisits = tally.revisits;
  result.repeated_states = tally.forgotten_states;
  result.repeated_executions = tally.forgotten_executions;
  result.pruned = tally.pruned;
  result.cut = tally.cut;
  result.restarts = tally.restarts;
  for (const Bound& bound : recipe.bounds) {
    result.bounds.push_back({bound.name, bound.phrase, bound.remainder, bound.pruned});
  }
  result.hashed_share = recipe.visited->coverage_estimate();
  result.collision_chance = recipe.visited->omission_chance();
  result.guarantee = frontier.guarantee;
  result.shard = frontier.shard;
  result.shards = frontier.shards;
  result.foreign_executions = frontier.foreign_executions;
  result.foreign_transitions = frontier.foreign_transitions;
  return result;
}

}  // namespace heddle::search
