// The options that define the state space and the search order.  RunOptions adds the options that
// concern the whole run.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "config/backtrack_options.hpp"

namespace heddle {
class Guidance;
}

namespace heddle::config {

// The search strategy.
enum class Search : std::uint8_t {
  auto_,
  dfs,
  bfs,
  best_first,
  guided,  // along a sequence of locations
  iterative_deepening,
  mixed,  // breadth-first up to the threshold, depth-first below
  prss,   // many depth-first searches in random order
  random,
  pct,              // probabilistic concurrency testing
  pos,              // partial-order sampling
  urw,              // uniform random walk
  surw,             // selectively uniform random walk
  rff,              // reads-from fuzzing
  context_bounded,  // depth-first with few context switches first; a phase of auto_, not a word
};

// Returns whether the search samples random schedules without end and stores none of them.
constexpr bool is_sampling(Search search) {
  return search == Search::random || search == Search::pct || search == Search::pos ||
         search == Search::urw || search == Search::surw || search == Search::rff;
}

// Defines state equality; `none` compares no states and stores schedules only.
enum class States : std::uint8_t { auto_, memory, happens_before, none };

// How visited states are stored.
struct Visited {
  enum class Kind : std::uint8_t { exact, exact128, bitstate };
  Kind kind = Kind::exact;
  std::uint64_t bytes = 0;  // of bitstate

  friend bool operator==(const Visited&, const Visited&) = default;
};

// The order in which the choices of a state are tried.
struct Order {
  enum class Kind : std::uint8_t {
    default_,       // by thread index
    random,         // every permutation equally likely
    switch_,        // another thread than the last one first
    prefer_thread,  // `thread` first
    distance,       // the thread nearest to the next location first
  };
  Kind kind = Kind::default_;
  std::uint64_t thread = 0;  // of prefer_thread

  friend bool operator==(const Order&, const Order&) = default;
};

struct AddressRange {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;

  friend bool operator==(const AddressRange&, const AddressRange&) = default;
};

// One level of the priority by which a best-first search chooses the next execution.
struct Priority {
  enum class Kind : std::uint8_t {
    pb,        // fewest preemptions
    dpor,      // deviations that partial-order reduction would make
    mdpor,     // the same, conservative backtracking points last
    ss,        // deviations that sleep sets would prune last
    rand,      // at random
    method,    // in the named functions
    var,       // at the named variables
    distance,  // nearest to the next location
  };
  Kind kind = Kind::pb;
  std::vector<std::string> names = {};    // of functions or variables, with wildcards
  std::vector<AddressRange> places = {};  // addresses of the names, in the explored process

  friend bool operator==(const Priority&, const Priority&) = default;
};

// Partial-order reduction: prunes schedules that only reorder independent transitions.
enum class Reduce : std::uint8_t {
  none,
  sleep,    // sleep sets
  dpor,     // persistent sets, computed during the search
  source,   // source sets and sleep sets
  optimal,  // wake-up trees: one schedule of each equivalence class
};

// Whether a fair cycle of states is an error.
enum class Livelocks : std::uint8_t { report, ignore };

// Limits beyond which choices are pruned; an absent limit is unbounded.
struct Bound {
  std::optional<std::uint64_t> preemptions = std::nullopt;
  std::optional<std::uint64_t> delays = std::nullopt;
  std::optional<std::uint64_t> depth = std::nullopt;  // steps of one execution

  friend bool operator==(const Bound&, const Bound&) = default;
};

// The secondary heuristic of a guided search: it estimates which thread is nearest to the next
// location.
struct Heuristic {
  enum class Kind : std::uint8_t {
    distance,       // by the control-flow distance of the thread's call stack
    random,         // every thread equally
    prefer_thread,  // `threads` before the others
  };
  Kind kind = Kind::distance;
  std::vector<std::uint64_t> threads = {};  // of prefer_thread

  friend bool operator==(const Heuristic&, const Heuristic&) = default;
};

// A sequence of locations that an error is expected to pass, and how the search follows it.
struct Guided {
  std::vector<std::string> via = {};  // the locations, in order
  std::string via_file = {};          // a file with one location per line; empty: none
  std::string guide = {};             // a file of distances to them, for one run; empty: none
  Heuristic heuristic = {};
  std::uint64_t backtrack_states = 100'000;  // at most so many are stored
  // Not a command-line option: the locations in the explored process.
  std::shared_ptr<const Guidance> guidance = nullptr;

  friend bool operator==(const Guided&, const Guided&) = default;
};

struct SearchOptions {
  Search search = Search::dfs;
  States states = States::none;
  Visited visited = {};
  Order order = {};
  Bound bound = {};
  Reduce reduce = Reduce::none;
  std::vector<Priority> priority = {};  // most important first; empty: the default of the search
  Backtrack backtrack = {};
  Restarts restarts = {};
  Guided guided = {};
  std::uint64_t pct_depth = 3;  // bug depth for pct
  std::uint64_t seed = 0;       // random seed
  // Not a command-line option: prunes schedules that starve a thread indefinitely.
  bool fair = true;
  Livelocks livelocks = Livelocks::report;
  // Not a command-line option: best-first search moves the part of its tree beyond this to disk; 0:
  // never.
  std::uint64_t tree_bytes = 0;

  friend bool operator==(const SearchOptions&, const SearchOptions&) = default;
};

// Returns whether a best-first search draws priorities.
bool has_random_priority(const SearchOptions& options);

// Returns whether the search backtracks at random or restarts.
bool is_randomized(const SearchOptions& options);

// Returns whether `Search::auto_` means searches with rising preemption bounds; otherwise it means
// dfs.
bool raises_bounds(const SearchOptions& options);

// Returns whether several workers can share one search with these options: every worker explores
// other branches of the same space, and together they explore all of it.  REQUIRES: the options are
// resolved.
bool can_be_split(const SearchOptions& options);

// Returns whether workers that do not communicate can explore parts of one search.  REQUIRES: the
// options are resolved.
bool can_be_sharded(const SearchOptions& options);

// Returns the options with `States::auto_` and `Search::prss` resolved.
SearchOptions resolved(SearchOptions options);

}  // namespace heddle::config
