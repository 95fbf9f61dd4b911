// The options that decide what is searched and in which order.  The search reads them as they are
// declared here; RunOptions adds what concerns the whole run.
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
  context_bounded,  // depth-first with few context switches first; a phase of auto_, not a word
};

// Whether the search draws schedules at random for ever, and remembers none.
constexpr bool is_sampling(Search search) {
  return search == Search::random || search == Search::pct || search == Search::pos ||
         search == Search::urw || search == Search::surw;
}

// What makes two states the same; with `none` the search remembers schedules only.
enum class States : std::uint8_t { auto_, memory, happens_before, none };

// How visited states are stored.
struct Visited {
  enum class Kind : std::uint8_t { exact, exact128, bitstate };
  Kind kind = Kind::exact;
  std::uint64_t bytes = 0;  // of bitstate

  friend bool operator==(const Visited&, const Visited&) = default;
};

// In which order a state's choices are tried.
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
  std::vector<AddressRange> places = {};  // of the names, in the process that is explored

  friend bool operator==(const Priority&, const Priority&) = default;
};

// Which schedules are pruned because they only reorder independent transitions of another.
enum class Reduce : std::uint8_t {
  none,
  sleep,    // sleep sets
  dpor,     // persistent sets, found on the way
  source,   // source sets and sleep sets
  optimal,  // wake-up trees: one schedule of each equivalence class
};

// Whether a fair cycle of states is an error.
enum class Livelocks : std::uint8_t { report, ignore };

// Which choices are pruned; what is absent is unbounded.
struct Bound {
  std::optional<std::uint64_t> preemptions = std::nullopt;
  std::optional<std::uint64_t> delays = std::nullopt;
  std::optional<std::uint64_t> depth = std::nullopt;  // steps of one execution

  friend bool operator==(const Bound&, const Bound&) = default;
};

// The secondary heuristic of a guided search: which thread seems nearest to the next location.
struct Heuristic {
  enum class Kind : std::uint8_t {
    distance,       // by the control-flow distance of its call stack
    random,         // every thread alike
    prefer_thread,  // `threads` before the others
  };
  Kind kind = Kind::distance;
  std::vector<std::uint64_t> threads = {};  // of prefer_thread

  friend bool operator==(const Heuristic&, const Heuristic&) = default;
};

// A sequence of locations that an error is suspected to pass, and how a search follows it.
struct Guided {
  std::vector<std::string> via = {};  // the locations, in order
  std::string via_file = {};          // has them, one per line; empty: none
  std::string guide = {};             // a file of distances to them, for one run; empty: none
  Heuristic heuristic = {};
  std::uint64_t backtrack_states = 100'000;  // kept at most
  // No option of the command: the locations in the process that is explored.
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
  std::vector<Priority> priority = {};  // most important first; empty: what suits the search
  Backtrack backtrack = {};
  Restarts restarts = {};
  Guided guided = {};
  std::uint64_t pct_depth = 3;  // of the errors that pct is to find
  std::uint64_t seed = 0;       // of all randomness
  // No option of the command: schedules that starve a thread for ever are pruned.
  bool fair = true;
  Livelocks livelocks = Livelocks::report;
  // No option of the command: best-first search moves more of its tree to disk; 0: none of it.
  std::uint64_t tree_bytes = 0;

  friend bool operator==(const SearchOptions&, const SearchOptions&) = default;
};

// Whether the search backtracks at random or restarts.
bool is_randomized(const SearchOptions& options);

// Whether `Search::auto_` means searches with rising bounds on preemptions; otherwise it means dfs.
bool raises_bounds(const SearchOptions& options);

// The options with the choices that `States::auto_` and `Search::prss` stand for.
SearchOptions resolved(SearchOptions options);

}  // namespace heddle::config
