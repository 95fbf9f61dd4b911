// What a user may ask of a search.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace heddle::search {

// In which order siblings are tried.
enum class Order : std::uint8_t {
  thread_index,
  random,         // every permutation equally likely
  switch_thread,  // another thread than the last one first: the "thread interleavings" heuristic
  prefer_thread,  // SearchOptions::preferred first
};

// What makes two states the same.
enum class States : std::uint8_t { none, memory, happens_before };

// Which choices need not be taken because only the order of independent steps would differ.
enum class Reduce : std::uint8_t {
  none,
  sleep,    // sleep sets
  dpor,     // persistent sets, found on the way
  source,   // source sets and sleep sets
  optimal,  // wake-up trees: one of equivalent schedules
};

// By what a best-first search tells which execution is the most promising.
enum class PriorityKind : std::uint8_t {
  pb,      // fewest preemptions
  dpor,    // deviations that partial-order reduction would make
  mdpor,   // the same, those that it makes for want of a better one later
  ss,      // deviations that sleep sets would leave out later
  rand,    // at random
  method,  // in the functions of SearchOptions::methods
  var,     // at the variables of SearchOptions::variables
};

struct AddressRange {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
};

// How seen states are kept.
struct VisitedOptions {
  enum class Kind : std::uint8_t { exact, bit_state };
  Kind kind = Kind::exact;
  std::uint64_t bytes = 0;  // bit_state: the fixed memory
  bool wide = false;        // exact: 128 bits a state instead of 64
};

// Randomized backtracking: how far an early jump goes back.
enum class Jump : std::uint8_t { exhaustive, fixed, random, luby };

// The chance to go forward: a constant, or 1 - depth / divisor.
struct RatioOptions {
  double constant = 0.9;
  std::optional<std::uint64_t> divisor = std::nullopt;
};

// The papers' descriptions of randomized backtracking leave these open (docs/papers.md).
struct BacktrackVariants {
  // What depth counts: the transitions taken, or the states on the stack (one more).
  enum class DepthOf : std::uint8_t { transitions, states } depth_of = DepthOf::transitions;
  // Whether early backtracking begins at the threshold or beyond it.
  enum class From : std::uint8_t { at_threshold, beyond_threshold } from = From::at_threshold;
  // Whether a fresh state may be left before its first transition.
  bool first_exempt = false;
  // Which backtracks jump: the early ones, or every one.
  enum class Jumps : std::uint8_t { early, all } jumps = Jumps::early;
  // Whether leaving the state itself is the first of a jump's transitions.
  bool leaving_counts = true;
  // A random length is drawn from 1 to the depth below the threshold, from 1 to the whole depth,
  // or geometrically with mean 2.
  enum class Length : std::uint8_t { below_threshold, whole_depth, geometric };
  Length length = Length::below_threshold;
  // Whether a jump stops at the threshold, so that nothing above it is left unexplored.
  bool clip = true;
  // Whether reaching a state that lost transitions once more offers them again.
  bool reopen_partial = true;
  // Whether turning back at a state seen before is a jump too.
  bool revisits_jump = false;
};

struct BacktrackOptions {
  Jump jump = Jump::exhaustive;
  std::optional<std::uint64_t> threshold = std::nullopt;    // absent: chosen by random walks
  RatioOptions ratio = {};                                  // for going on with the same thread
  std::optional<RatioOptions> switch_ratio = std::nullopt;  // for a switch; absent: the same
  BacktrackVariants variants = {};
  bool adapt = false;        // let threshold and ratio follow what the search finds
  bool complete = false;     // explore what was pruned after the random phase
  double return_chance = 0;  // of going on from something pruned, at every early backtrack
};

// The search begins again with a fresh random stream after so many states.
struct RestartOptions {
  std::uint64_t every = 0;  // states; 0: never
  bool luby = false;        // times the Luby sequence
};

struct SearchOptions {
  States states = States::none;
  VisitedOptions visited = {};
  Order order = Order::thread_index;                        // in which siblings are tried
  std::uint16_t preferred = 0;                              // for Order::prefer_thread: its index
  std::optional<std::uint64_t> preemptions = std::nullopt;  // at most so many in one run
  std::optional<std::uint64_t> delays = std::nullopt;       // likewise
  std::optional<std::uint64_t> depth = std::nullopt;        // at most so many steps in one run
  Reduce reduce = Reduce::none;
  std::vector<PriorityKind> priorities = {};  // the most important first; empty: the search's own
  std::vector<AddressRange> methods = {};
  std::vector<AddressRange> variables = {};
  std::uint64_t tree_bytes = 0;  // best-first: more of what waits is put on disk; 0: nothing is
  BacktrackOptions backtrack = {};
  RestartOptions restarts = {};
  std::uint64_t pct_depth = 3;   // of the errors that probabilistic concurrency testing is made for
  std::uint64_t seed = 0;        // of all randomness
  bool fair = true;              // leave out schedules that starve a thread for ever
  bool report_livelocks = true;  // a fair cycle of states is an error
};

}  // namespace heddle::search
