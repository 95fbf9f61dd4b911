// The options of one run, with their defaults. option_table.hpp defines their spelling.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "config/search_options.hpp"

namespace heddle::config {

// Selects the operations that are scheduling points.
enum class Points : std::uint8_t { auto_, sync, racing, shared, all };

// A memory limit: chosen for the machine, a number of bytes, or none.
struct MemoryLimit {
  enum class Kind : std::uint8_t { auto_, bytes, none };
  Kind kind = Kind::auto_;
  std::uint64_t bytes = 0;

  friend bool operator==(const MemoryLimit&, const MemoryLimit&) = default;
};

// Limits the time of one transition between two scheduling points.
// `auto_`: bounded only by the time of the run, unless the state repeats, which proves
// non-termination.
// `limit`: a longer transition is treated as non-terminating.
// `none`: bounded only by the time of the run.
struct StepTime {
  enum class Kind : std::uint8_t { auto_, limit, none };
  Kind kind = Kind::auto_;
  std::chrono::milliseconds limit{0};

  friend bool operator==(const StepTime&, const StepTime&) = default;
};

// Where a search that does not compare states takes snapshots.
enum class Snapshots : std::uint8_t {
  auto_,   // where executing again takes longer
  always,  // at each branch
};

// A part of each execution that is explored: `count` operations from a place on.
struct Window {
  static constexpr std::uint64_t kMost = std::uint64_t{1} << 40;
  std::uint64_t count = 0;             // 0: no window
  std::optional<std::uint64_t> begin;  // operations before it; absent: drawn, or after the start
  std::string function;                // the place as a function; empty: none

  friend bool operator==(const Window&, const Window&) = default;
};

// The searches of `auto` that run: all, or one of two parts.  `coverage`: those that take all
// choices of their states; the promised coverage is theirs.  `sampling`: all others, and a search
// at shared memory; they promise nothing.
enum class Portfolio : std::uint8_t { all, coverage, sampling };

// Reports data races after the result, treats them as errors, or ignores them.
enum class Races : std::uint8_t { report, error, ignore };

// Memory that is unreachable at the end of an execution: counted in some executions, an error, or
// ignored.
enum class Leaks : std::uint8_t { report, error, ignore };

// Findings that end a run with exit code 1: errors, or also the data races that it reports.
enum class FailOn : std::uint8_t { error, race };

enum class Colour : std::uint8_t { auto_, always, never };
// How the progress of a search is shown: as a line for people, or as JSON for tools.
enum class ProgressForm : std::uint8_t { line, json };

// One of several parts of a search, which run without communication.
struct Shard {
  static constexpr std::uint64_t kMost = 100'000;
  std::uint64_t number = 1;  // from 1
  std::uint64_t count = 1;

  friend bool operator==(const Shard&, const Shard&) = default;
};

// The default of RunOptions::save_interval.
inline constexpr std::chrono::seconds kSaveInterval{30};

// For RunOptions::jobs: one per core.
inline constexpr std::uint64_t kOnePerCore = 0;

// Limits of early timeouts or spurious wake-ups.
inline constexpr std::uint64_t kAllWaits = 0xffff'ffff;  // any number of them
inline constexpr std::uint64_t kFirstEarlyTimeouts = 1;
inline constexpr std::uint64_t kFirstSpurious = 0;

struct RunOptions : SearchOptions {
  RunOptions() {
    search = Search::auto_;
    states = States::auto_;
    seed = 1;
    restarts.when_exhausted = true;
  }

  // Scope of the search, in addition to SearchOptions.
  Points points = Points::auto_;
  // Code whose operations are scheduling points: functions, files, /regular expressions/; empty:
  // all code.
  std::vector<std::string> focus;
  std::string start;  // the function from whose first call on schedules are explored; empty: none
  Window window;
  std::string scope;  // file with the code of these names, see guidance/code_scope.hpp
  Races races = Races::report;
  FailOn fail_on = FailOn::error;
  std::string suppressions;   // file of suppressed races and lock orders; empty: none
  std::string ignored_races;  // code places whose races are ignored, see result/ignored_races.hpp
  // Timed waits that may time out early, and spurious wake-ups, in one execution.  Absent: the
  // limit above, which the default search raises.
  std::optional<std::uint64_t> early_timeouts;
  std::optional<std::uint64_t> spurious;
  Leaks leaks = Leaks::report;
  // A finished search is complete even if uninstrumented code ran.
  bool trust_uninstrumented = false;
  bool no_snapshots = false;  // reach states by replay
  Snapshots snapshots = Snapshots::auto_;
  // The first turn of a search of `auto` with a share of 1, in transitions.
  std::uint64_t first_turn = 1'000;
  Portfolio portfolio = Portfolio::all;
  bool no_simplify = false;           // report the error as found, without simplifying its schedule
  std::optional<std::uint64_t> jobs;  // parallel searches; absent: chosen by the search
  std::optional<Shard> shard;         // absent: the whole search
  bool mpi = false;                   // this process is one rank of an MPI job

  // Limits of the search.
  std::optional<std::chrono::milliseconds> time = std::chrono::seconds(60);  // absent: no limit
  std::optional<std::uint64_t> max_executions;                               // absent: no limit
  std::optional<std::uint64_t> max_states;                                   // absent: no limit
  MemoryLimit max_memory;            // for all searches together
  std::uint64_t max_steps = 20'000;  // longest execution; a longer one is cut there
  StepTime max_step_time;
  // For the schedule of an error, and for the orders that it needs; absent: no limit of its own.
  std::optional<std::chrono::milliseconds> simplify_time = std::chrono::seconds(2);
  bool keep_going = false;                        // do not stop at the first error
  std::optional<std::uint64_t> max_errors = 100;  // with keep_going; absent: no limit
  bool allow_incomplete = false;                  // a budget without an error is a success

  // Campaign: a search that is saved and goes on in another process.
  std::string campaign;  // its folder; empty: none
  // Time between two checkpoints; absent: kSaveInterval, or longer if they take long.
  std::optional<std::chrono::milliseconds> save_interval;
  bool rebuilt = false;  // the program is another one: begin anew with the errors found

  // Output.
  bool show_output = false;  // show the program's output during the search
  std::string json;          // file for the result; empty: none
  std::string trace;         // file for an error's trace; empty: named after the program
  std::string traces;        // folder for the traces of tests; empty: this folder
  std::string junit;         // file for the result as JUnit XML; empty: none
  std::string html;          // file for the report as a page; empty: none
  std::string sarif;         // file for the findings as SARIF 2.1.0; empty: none
  std::string perfetto;      // file for the failing executions as trace events; empty: none
  bool github = false;       // print the findings as workflow commands of GitHub Actions
  std::string certificate;   // file for the visited set; empty: none
  bool force = false;        // overwrite files that Heddle did not write
  bool quiet = false;        // no progress on the terminal
  ProgressForm progress = ProgressForm::line;
  Colour colour = Colour::auto_;
  std::vector<std::string> launcher;  // command put before the program, e.g. an emulator

  friend bool operator==(const RunOptions&, const RunOptions&) = default;
};

// Returns whether `auto` draws random schedules beside its other searches.  They keep no bound.
inline bool takes_samples(const RunOptions& options) {
  const Bound& bound = options.bound;
  return raises_bounds(options) && !bound.preemptions && !bound.delays && !bound.depth &&
         options.states != States::happens_before;
}

// Returns whether a search that is exhausted restarts.  It needs a limit of time or states: a round
// may end without an execution, so a limit of executions may never be reached.
inline bool restarts_when_exhausted(const RunOptions& options) {
  return options.restarts.when_exhausted && options.backtrack.jump != Jump::exhaustive &&
         !options.backtrack.complete && (options.time || options.max_states);
}

// Returns the options with `States::auto_` resolved.
inline RunOptions with_chosen_states(RunOptions options) {
  options.states = resolved(options).states;
  return options;
}

}  // namespace heddle::config
