// Everything a user may ask of a run, with its default.  option_table.hpp holds the spelling.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "config/search_options.hpp"

namespace heddle::config {

// What counts as a scheduling point.
enum class Points : std::uint8_t { auto_, sync, shared, all };

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

// For RunOptions::jobs: one per core.
inline constexpr std::uint64_t kOnePerCore = 0;

struct RunOptions : SearchOptions {
  RunOptions() {
    search = Search::auto_;
    states = States::auto_;
    seed = 1;
  }

  // What is searched, besides.
  Points points = Points::auto_;
  Races races = Races::report;
  std::string suppressions;   // file of races and orders of locks not to tell; empty: none
  std::string ignored_races;  // places whose races are not noticed, see result/ignored_races.hpp
  std::uint64_t early_timeouts = 1;  // timed waits that may time out early, in one execution
  std::uint64_t spurious = 0;        // waits that may wake for nothing, in one execution
  bool leaks = false;                // memory that nothing points to at the end is an error
  // Code without instrumentation does not keep a finished search from being complete.
  bool trust_uninstrumented = false;
  bool no_snapshots = false;          // reach states by executing again
  bool no_simplify = false;           // report the error in the form in which it was found
  std::optional<std::uint64_t> jobs;  // parallel searches; absent: as the search wants

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

// The options with the choice that `States::auto_` stands for.
inline RunOptions with_chosen_states(RunOptions options) {
  options.states = resolved(options).states;
  return options;
}

}  // namespace heddle::config
