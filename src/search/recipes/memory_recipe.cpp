#include "search/recipes/memory_recipe.hpp"

#include "search/liveness/fair_cycle.hpp"
#include "search/state/bit_state.hpp"
#include "search/state/happened_before.hpp"
#include "search/state/remember_nothing.hpp"
#include "search/state/system_state.hpp"
#include "search/state/visited_costs.hpp"
#include "search/state/visited_set.hpp"

namespace heddle::search {
namespace {

std::unique_ptr<VisitedStore> exact_store(bool has_spending, bool wide) {
  if (has_spending && wide) return std::make_unique<WideVisitedCosts>();
  if (has_spending) return std::make_unique<VisitedCosts>();
  if (wide) return std::make_unique<WideVisitedSet>();
  return std::make_unique<VisitedSet>();
}

Status add_store(Recipe& recipe, const VisitedOptions& options) {
  if (options.kind == VisitedOptions::Kind::exact) {
    recipe.visited = exact_store(recipe.spending != nullptr, options.wide);
    return Done{};
  }
  if (options.wide) {
    return Error{"bit-state hashing keeps three bits a state: leave out the wide keys"};
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
  if (options.states != States::memory || !options.report_livelocks) return;
  const auto check = std::make_shared<FairCycle>();
  recipe.cycle_check = check;
  recipe.analyses.push_back(check);
}

Status add_memory(Recipe& recipe, const SearchOptions& options) {
  switch (options.states) {
    case States::none:
      if (options.visited.kind == VisitedOptions::Kind::bit_state) {
        return Error{"bit-state hashing remembers states: choose states=memory with it"};
      }
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
