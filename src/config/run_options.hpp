// Everything a user may ask of a run, with its default.  option_table.hpp holds the spelling.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "config/backtrack_options.hpp"

namespace heddle::options {

// The kernel that walks the space.
enum class Search : std::uint8_t {
  auto_,
  dfs,
  bfs,
  best_first,
  iterative_deepening,
  mixed,  // breadth-first up to the threshold, depth-first below
  prss,   // many depth-first searches in random order
  random,
  pct,   // probabilistic concurrency testing
  pos,   // partial-order sampling
  urw,   // uniform random walk
  surw,  // selectively uniform random walk
};

// Whether the search draws schedules at random for ever, and remembers none.
constexpr bool is_sampling(Search search) {
  return search == Search::random || search == Search::pct || search == Search::pos ||
         search == Search::urw || search == Search::surw;
}

// What makes two states the same; with `none` the search remembers schedules only.
enum class States : std::uint8_t { auto_, memory, happens_before, none };

// How seen states are kept.
struct Visited {
  enum class Kind : std::uint8_t { exact, exact128, bitstate };
  Kind kind = Kind::exact;
  std::uint64_t bytes = 0;  // of bitstate

  friend bool operator==(const Visited&, const Visited&) = default;
};

// In which order a state's choices are tried.
struct Order {
  enum class Kind : std::uint8_t { default_, random, switch_, prefer_thread };
  Kind kind = Kind::default_;
  std::uint64_t thread = 0;  // of prefer_thread

  friend bool operator==(const Order&, const Order&) = default;
};

// By what a best-first search tells which schedule is the most promising.
struct Priority {
  enum class Kind : std::uint8_t { pb, dpor, mdpor, ss, rand, method, var };
  Kind kind = Kind::pb;
  std::vector<std::string> names = {};  // of functions or variables, with wildcards

  friend bool operator==(const Priority&, const Priority&) = default;
};

// Which schedules are left out because they differ from another in the order of independent steps
// alone.
enum class Reduce : std::uint8_t { none, sleep, dpor, source, optimal };

// What counts as a scheduling point.
enum class Points : std::uint8_t { auto_, sync, shared, all };

// What a fair cycle of states is.
enum class Livelocks : std::uint8_t { report, ignore };

// A limit of memory: chosen for the machine, a number of bytes, or none.
struct MemoryLimit {
  enum class Kind : std::uint8_t { auto_, bytes, none };
  Kind kind = Kind::auto_;
  std::uint64_t bytes = 0;

  friend bool operator==(const MemoryLimit&, const MemoryLimit&) = default;
};

// How long one step may compute without reaching a scheduling point.  `auto_`: as long as the run
// may take, unless its state repeats, which proves that it never ends; `limit`: a longer step is
// treated as non-terminating; `none`: as long as the run may take.
struct StepTime {
  enum class Kind : std::uint8_t { auto_, limit, none };
  Kind kind = Kind::auto_;
  std::chrono::milliseconds limit{0};

  friend bool operator==(const StepTime&, const StepTime&) = default;
};

// What a data race is: something to tell after the result, an error, or nothing to look for.
enum class Races : std::uint8_t { report, error, ignore };

enum class Colour : std::uint8_t { auto_, always, never };

// Which choices are left out; what is absent is unbounded.
struct Bound {
  std::optional<std::uint64_t> preemptions = std::nullopt;
  std::optional<std::uint64_t> delays = std::nullopt;
  std::optional<std::uint64_t> depth = std::nullopt;  // steps of one execution

  friend bool operator==(const Bound&, const Bound&) = default;
};

// For RunOptions::jobs: one per core.
inline constexpr std::uint64_t kOnePerCore = 0;

struct RunOptions {
  // What is searched.
  Search search = Search::auto_;
  States states = States::auto_;
  Points points = Points::auto_;
  Races races = Races::report;
  std::string suppressions;   // file of races and orders of locks not to tell; empty: none
  std::string ignored_races;  // places whose races are not noticed, see result/ignored_races.hpp
  Visited visited;
  Order order;
  Bound bound;
  std::vector<Priority> priority;  // the most important first; empty: what suits the search
  Reduce reduce = Reduce::none;
  std::uint64_t early_timeouts = 1;  // timed waits that may time out early, in one execution
  std::uint64_t spurious = 0;        // waits that may wake for nothing, in one execution
  Backtrack backtrack;
  Restarts restarts;
  std::uint64_t pct_depth = 3;  // of the errors that pct is to find
  Livelocks livelocks = Livelocks::report;
  bool leaks = false;  // memory that nothing points to at the end is an error
  // Code without instrumentation does not keep a finished search from being complete.
  bool trust_uninstrumented = false;
  bool no_snapshots = false;          // reach states by executing again
  bool no_simplify = false;           // report the error in the form in which it was found
  std::optional<std::uint64_t> jobs;  // parallel searches; absent: as the search wants
  std::uint64_t seed = 1;             // the root of all randomness

  // When the search ends.
  std::optional<std::chrono::milliseconds> time = std::chrono::seconds(60);  // absent: no limit
  std::optional<std::uint64_t> max_executions;                               // absent: no limit
  std::optional<std::uint64_t> max_states;                                   // absent: no limit
  MemoryLimit max_memory;            // of all searches together
  std::uint64_t max_steps = 20'000;  // longest execution; a longer one is cut there
  StepTime max_step_time;
  bool keep_going = false;                        // do not stop at the first error
  std::optional<std::uint64_t> max_errors = 100;  // of keep_going; absent: no limit

  // What is shown and written.
  bool show_output = false;  // what the program prints during the search
  std::string json;          // file for the result; empty: none
  std::string trace;   // file for the trace of an error; empty: a name made from the program's
  bool force = false;  // overwrite files that Heddle did not write
  bool quiet = false;  // no progress on the terminal
  Colour colour = Colour::auto_;
  std::vector<std::string> launcher;  // command put before the program, e.g. an emulator

  friend bool operator==(const RunOptions&, const RunOptions&) = default;
};

}  // namespace heddle::options
