// Everything a user may ask of a run, with its default.  option_table.hpp holds the spelling.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace heddle::options {

// The kernel that walks the space.
enum class Search : std::uint8_t { auto_, dfs, random };

// What makes two states the same; with `none` the search remembers schedules only.
enum class States : std::uint8_t { none };

// In which order a state's choices are tried.
enum class Order : std::uint8_t { default_, random };

// What counts as a scheduling point.
enum class Points : std::uint8_t { auto_, sync, all };

// What a data race is.
enum class Races : std::uint8_t { ignore };

enum class Colour : std::uint8_t { auto_, always, never };

// Which choices are left out; what is absent is unbounded.
struct Bound {
  std::optional<std::uint64_t> preemptions;
  std::optional<std::uint64_t> depth;  // steps of one execution

  friend bool operator==(const Bound&, const Bound&) = default;
};

struct RunOptions {
  // What is searched.
  Search search = Search::auto_;
  States states = States::none;
  Order order = Order::default_;
  Bound bound;
  Points points = Points::auto_;
  Races races = Races::ignore;
  std::uint64_t early_timeouts = 1;  // timed waits that may time out early, in one execution
  std::uint64_t spurious = 0;        // waits that may wake for nothing, in one execution
  std::uint64_t jobs = 1;            // parallel searches
  std::uint64_t seed = 1;            // the root of all randomness

  // When the search ends.
  std::optional<std::chrono::milliseconds> time = std::chrono::seconds(60);  // absent: no limit
  std::optional<std::uint64_t> max_executions;                               // absent: no limit
  std::optional<std::uint64_t> max_states;                                   // absent: no limit
  std::uint64_t max_steps = 20'000;  // longest execution; a longer one is cut there
  bool keep_going = false;           // do not stop at the first error

  // What is shown and written.
  bool show_output = false;  // what the program prints during the search
  std::string json;          // file for the result; empty: none
  std::string trace;   // file for the trace of an error; empty: a name made from the program's
  bool quiet = false;  // no progress on the terminal
  Colour colour = Colour::auto_;
  std::vector<std::string> launcher;  // command put before the program, e.g. an emulator

  friend bool operator==(const RunOptions&, const RunOptions&) = default;
};

}  // namespace heddle::options
