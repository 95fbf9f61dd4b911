// Randomized backtracking and restarts, as a user may ask for them.
#pragma once

#include <cstdint>
#include <optional>

namespace heddle::config {

// How far an early jump goes back; exhaustive: there are none.
enum class Jump : std::uint8_t { exhaustive, fixed, random, luby };

// The chance to go forward: a constant, or 1 - depth / divisor.
struct Ratio {
  double constant = 0.9;
  std::optional<std::uint64_t> divisor = std::nullopt;

  friend bool operator==(const Ratio&, const Ratio&) = default;
};

// The papers' descriptions of randomized backtracking leave these open (docs/papers.md).
struct BacktrackVariants {
  enum class DepthOf : std::uint8_t { transitions, states };
  enum class From : std::uint8_t { at, beyond };
  enum class Jumps : std::uint8_t { early, all };
  enum class Length : std::uint8_t { below_threshold, whole_depth, geometric };

  // What depth counts: the transitions taken, or the states on the stack (one more).
  DepthOf depth = DepthOf::transitions;
  // Whether early backtracking begins at the threshold or beyond it.
  From from = From::at;
  // Whether a fresh state is not left before its first transition.
  bool first_exempt = false;
  // Which backtracks jump: the early ones, or every one.
  Jumps jumps = Jumps::early;
  // Whether leaving the state itself is the first of a jump's transitions.
  bool leaving_counts = true;
  // A random length is drawn from 1 to the depth below the threshold, from 1 to the whole depth,
  // or geometrically with mean 2.
  Length length = Length::below_threshold;
  // Whether a jump stops at the threshold, so that nothing above it is left unexplored.
  bool clip = true;
  // Whether reaching a state that lost transitions once more offers them again.
  bool reopen_partial = true;
  // Whether turning back at a visited state is a jump.
  bool revisits_jump = false;

  friend bool operator==(const BacktrackVariants&, const BacktrackVariants&) = default;
};

struct Backtrack {
  Jump jump = Jump::exhaustive;
  std::optional<std::uint64_t> threshold = std::nullopt;  // absent: chosen by random walks
  Ratio ratio = {};
  std::optional<Ratio> switch_ratio = std::nullopt;  // for a context switch; absent: the same
  BacktrackVariants variants = {};
  bool adapt = false;        // threshold and ratio follow what the search finds
  bool complete = false;     // explore what was pruned after the random phase
  double return_chance = 0;  // of resuming a pruned state, at every early backtrack

  friend bool operator==(const Backtrack&, const Backtrack&) = default;
};

struct Restarts {
  std::uint64_t every = 0;  // states; 0: never
  bool luby = false;        // times the Luby sequence

  friend bool operator==(const Restarts&, const Restarts&) = default;
};

}  // namespace heddle::config
