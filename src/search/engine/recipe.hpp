// The parts that define a search.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "search/engine/expansion.hpp"
#include "search/heuristics/bound.hpp"
#include "search/heuristics/rank.hpp"
#include "search/liveness/cycle_check.hpp"
#include "search/liveness/spins.hpp"
#include "search/por/path_analysis.hpp"
#include "search/state/program_states.hpp"
#include "search/state/state_identity.hpp"
#include "search/state/visit.hpp"
#include "search/state/visited_store.hpp"
#include "search/strategy/frontier.hpp"

namespace heddle::search {

// Sorts by the first rank, ties by the second, and so on; remaining ties keep their order.
using Ranking = std::vector<std::shared_ptr<Rank>>;

// How many schedules are executed of each equivalence class (schedules that differ only in the
// order of independent steps).
enum class Schedules : std::uint8_t { each, one_of_each, some_of_each };

struct Recipe {
  std::string strategy;  // the name of the frontier: "depth-first"
  Schedules schedules = Schedules::each;
  std::unique_ptr<Expansion> expansion;
  std::vector<Bound> bounds;
  Ranking order;  // of siblings; empty: as expanded
  std::unique_ptr<Frontier> frontier;
  std::unique_ptr<VisitedStore> visited;
  std::unique_ptr<ProgramStates> program_states;  // may be null
  std::unique_ptr<StateIdentity> identity;        // may be null if nothing is remembered
  // For a visited set that distinguishes arrivals; may be null.
  std::shared_ptr<const Arrivals> arrivals;
  std::shared_ptr<CycleCheck> cycle_check;  // may be null
  std::unique_ptr<Spins> spins;             // null: threads that spin are like any others
  bool report_stuck_spins = true;           // as livelocks
  std::vector<std::shared_ptr<PathAnalysis>> analyses;  // what the pieces hold, once each
  // Measures the system before the search begins, leaves it in the same state and adapts the
  // recipe; may be null.
  std::function<void(System&, Recipe&)> measure;
};

// "depth-first of all enabled; preemptions <= 2, unfairness <= 0; order shuffle; states none".
std::string to_text(const Recipe& recipe);

}  // namespace heddle::search
