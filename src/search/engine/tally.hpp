// The counters of a search.
#pragma once

#include <algorithm>
#include <cstdint>

namespace heddle::search {

struct Tally {
  std::uint64_t executions = 0;      // complete runs: finished, deadlocked, failed, cut or bounded
  std::uint64_t states = 0;          // different ones; without a visited set, all reached ones
  std::uint64_t transitions = 0;     // steps taken by the loop
  std::uint64_t repeated_steps = 0;  // to branches that another worker opened
  std::uint64_t generated = 0;       // successors of the visited states
  std::uint64_t revisits = 0;        // arrivals at visited states
  std::uint64_t max_depth = 0;       // steps of the longest run
  std::uint64_t pruned = 0;          // choices left out by bounds or given up by the frontier
  // Choices left out by the system's limits on waits, see ExcludedChoices.
  std::uint64_t excluded_timeouts = 0;
  std::uint64_t excluded_wakeups = 0;
  std::uint64_t cut = 0;       // runs ended by the system's step limit
  std::uint64_t nodes = 0;     // the most executions that a tree of them held at once
  std::uint64_t restarts = 0;  // from the initial state, with fresh random streams
  // The part of these that was counted before the last restart and will be counted again.
  std::uint64_t forgotten_executions = 0;
  std::uint64_t forgotten_states = 0;
  // Whether states also differed in their context, so that one program state may count repeatedly
  // (see PathAnalysis::context).
  bool has_contexts = false;

  // Adds the counts of another search.
  Tally& operator+=(const Tally& more) {
    executions += more.executions;
    states += more.states;
    transitions += more.transitions;
    repeated_steps += more.repeated_steps;
    generated += more.generated;
    revisits += more.revisits;
    max_depth = std::max(max_depth, more.max_depth);
    pruned += more.pruned;
    excluded_timeouts += more.excluded_timeouts;
    excluded_wakeups += more.excluded_wakeups;
    cut += more.cut;
    nodes = std::max(nodes, more.nodes);
    restarts += more.restarts;
    has_contexts |= more.has_contexts;
    return *this;
  }

  // Returns the counts of this search and of an earlier one, of which it is a restart.
  Tally after(const Tally& earlier) const {
    Tally whole = *this;
    whole += earlier;
    whole.forgotten_executions += earlier.executions;
    whole.forgotten_states += earlier.states;
    return whole;
  }
};

}  // namespace heddle::search
