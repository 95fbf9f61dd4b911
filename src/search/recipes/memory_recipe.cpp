#include "search/recipes/memory_recipe.hpp"

#include "core/check.hpp"
#include "search/liveness/fair_cycle.hpp"
#include "search/state/bit_state.hpp"
#include "search/state/happened_before.hpp"
#include "search/state/remember_nothing.hpp"
#include "search/state/system_state.hpp"
#include "search/state/visited_costs.hpp"
#include "search/state/visited_set.hpp"

namespace heddle::search {
namespace {

std::unique_ptr<VisitedStore> exact_store(bool has_costs, bool wide) {
  if (has_costs && wide) return std::make_unique<WideVisitedCosts>();
  if (has_costs) return std::make_unique<VisitedCosts>();
  if (wide) return std::make_unique<WideVisitedSet>();
  return std::make_unique<VisitedSet>();
}

Status add_store(Recipe& recipe, const Visited& options) {
  if (options.kind != Visited::Kind::bitstate) {
    const bool wide = options.kind == Visited::Kind::exact128;
    recipe.visited = exact_store(recipe.arrivals != nullptr, wide);
    return Done{};
  }
  Result<std::unique_ptr<BitState>> store = BitState::make(options.bytes);
  if (!store) return store.error();
  recipe.visited = std::move(*store);
  return Done{};
}

void add_happens_before(Recipe& recipe) {
  const auto analysis = std::make_shared<HappensBefore>();
  recipe.analyses.push_back(analysis);
  recipe.identity = std::make_unique<HappenedBefore>(analysis);
}

}  // namespace

void add_cycle_check(Recipe& recipe, const SearchOptions& options) {
  if (options.states != States::memory || options.livelocks == Livelocks::ignore) return;
  const auto check = std::make_shared<FairCycle>();
  recipe.cycle_check = check;
  recipe.analyses.push_back(check);
}

Status add_memory(Recipe& recipe, const SearchOptions& options) {
  switch (options.states) {
    case States::auto_:
      HEDDLE_CHECK(false, "the states of a search were not resolved");
    case States::none:
      recipe.visited = std::make_unique<RememberNothing>();
      return Done{};
    case States::memory:
      recipe.identity = std::make_unique<SystemState>();
      break;
    case States::happens_before:
      add_happens_before(recipe);
      break;
  }
  return add_store(recipe, options.visited);
}

}  // namespace heddle::search
